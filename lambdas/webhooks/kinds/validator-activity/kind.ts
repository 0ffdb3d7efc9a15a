import { pBlockReader } from '../../../adapters/dynamo/pchain/block-reader';
import { l1ChangeReader, l1ValidatorReader } from '../../../adapters/dynamo/pchain/l1-validator-reader';
import { networkReader } from '../../../adapters/dynamo/pchain/network';
import { pTxReader } from '../../../adapters/dynamo/pchain/tx-readers';
import { subscriptionReader } from '../../../adapters/dynamo/webhooks/watched';
import { webhookReader } from '../../../adapters/dynamo/webhooks/webhook-item';
import { isPChain } from '../../../contract/node-rpc/networks';
import type { EventKind, KindResources } from '../kind';
import { openContent } from './content';
import { openMatching } from './matching';

/** `validator_activity` over the table. */
export function openValidatorActivity({
  table,
  watched,
  contractVersion,
}: Pick<KindResources, 'table' | 'watched' | 'contractVersion'>): EventKind {
  const deps = {
    contractVersion,
    ...{ table, watched, networks: networkReader(table), blocks: pBlockReader(table), txs: pTxReader(table) },
    ...{ l1Validators: l1ValidatorReader(table), l1Changes: l1ChangeReader(table) },
    ...{ subscriptions: subscriptionReader(table), webhooks: webhookReader(table) },
  };
  return { covers: isPChain, ...openMatching(deps), ...openContent(deps) };
}
