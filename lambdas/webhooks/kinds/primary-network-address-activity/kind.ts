import { getNetwork, isPChain } from '../../../core/contract/pchain-source';
import { pBlockReader } from '../../../pchain/rows/block-reader';
import { networkReader } from '../../../pchain/rows/network';
import { pTxReader } from '../../../pchain/rows/tx-readers';
import { pUtxoOfReader } from '../../../pchain/rows/utxo-readers';
import { subscriptionReader, watchedReader } from '../../rows/watched';
import { webhookReader } from '../../rows/webhook-item';
import type { EventKind, KindResources } from '../kind';
import { createContent } from './content';
import { createMatching } from './matching';

export function createPrimaryNetworkAddressActivity({
  table,
  watched,
  contractVersion,
}: Pick<KindResources, 'table' | 'watched' | 'contractVersion'>): EventKind {
  const deps = {
    contractVersion,
    watched,
    addresses: watchedReader(table),
    outputs: pUtxoOfReader(table),
    networks: networkReader(table),
    blocks: pBlockReader(table),
    txs: pTxReader(table),
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
