import { toCb58 } from '../../../core/domain/cb58';
import { nodeIdText } from '../../../pchain/domain/node-id';
import { samplePlace, sampleTransaction } from '../pchain/sample-transaction';
import type { ValidatorActivityEvent } from './contract/message';
import type { ValidatorSettings } from './settings';

const [NO_NODE, NO_SUBNET] = [`0x${'00'.repeat(20)}`, `0x${'00'.repeat(32)}`];

/** A stake by a nonexistent transaction. `now`: Unix ms. */
export function sampleEvent(
  { network, keyType, key }: ValidatorSettings,
  block: number,
  now: number,
): ValidatorActivityEvent {
  const place = samplePlace(network, block, now);
  return {
    eventType: 'validator_stake',
    ...place,
    nodeId: nodeIdText(keyType === 'nodeId' ? key : NO_NODE),
    subnetId: toCb58(keyType === 'subnetId' ? key : NO_SUBNET),
    transaction: sampleTransaction('AddPermissionlessValidatorTx', place),
  };
}
