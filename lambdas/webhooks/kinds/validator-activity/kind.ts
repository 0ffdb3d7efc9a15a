import { getNetwork, isPChain } from '../../../core/contract/pchain-source';
import { pBlockReader } from '../../../pchain/rows/block-reader';
import { l1ChangeReader, l1ValidatorReader } from '../../../pchain/rows/l1-validator-reader';
import { networkReader } from '../../../pchain/rows/network';
import { pTxReader } from '../../../pchain/rows/tx-readers';
import { subscriptionReader } from '../../rows/watched';
import { webhookReader } from '../../rows/webhook-item';
import type { EventKind, KindResources } from '../kind';
import { createContent } from './content';
import { createMatching } from './matching';

export function createValidatorActivity({
  table,
  watched,
  contractVersion,
}: Pick<KindResources, 'table' | 'watched' | 'contractVersion'>): EventKind {
  const deps = {
    contractVersion,
    table,
    watched,
    networks: networkReader(table),
    blocks: pBlockReader(table),
    txs: pTxReader(table),
    l1Validators: l1ValidatorReader(table),
    l1Changes: l1ChangeReader(table),
    subscriptions: subscriptionReader(table),
    webhooks: webhookReader(table),
  };
  return {
    covers: isPChain,
    blockFrom: (chain, number) => deps.blocks.byNumber(getNetwork(chain), number, true),
    ...createMatching(deps),
    ...createContent(deps),
  };
}
