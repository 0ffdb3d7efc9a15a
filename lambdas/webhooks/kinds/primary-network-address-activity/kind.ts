import { pBlockReader } from '../../../adapters/dynamo/pchain/block-reader';
import { networkReader } from '../../../adapters/dynamo/pchain/network';
import { pTxReader } from '../../../adapters/dynamo/pchain/tx-readers';
import { pUtxoOfReader } from '../../../adapters/dynamo/pchain/utxo-readers';
import { subscriptionReader, watchedReader } from '../../../adapters/dynamo/webhooks/watched';
import { webhookReader } from '../../../adapters/dynamo/webhooks/webhook-item';
import { isPChain } from '../../../contract/node-rpc/networks';
import type { EventKind, KindResources } from '../kind';
import { openContent } from './content';
import { openMatching } from './matching';

/** `primary_network_address_activity` over the table. */
export function openPrimaryNetworkAddressActivity({
  table,
  watched,
  contractVersion,
}: Pick<KindResources, 'table' | 'watched' | 'contractVersion'>): EventKind {
  const deps = {
    contractVersion,
    ...{ watched, addresses: watchedReader(table), outputs: pUtxoOfReader(table), networks: networkReader(table) },
    ...{ blocks: pBlockReader(table), txs: pTxReader(table) },
    ...{ subscriptions: subscriptionReader(table), webhooks: webhookReader(table) },
  };
  return { covers: isPChain, ...openMatching(deps), ...openContent(deps) };
}
