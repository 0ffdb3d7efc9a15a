import { openQueue } from '../../adapters/aws/queue';
import { systemTimer } from '../../adapters/clock';
import type { Lease } from '../../adapters/dynamo/chain/lease';
import { openBlocks } from '../../adapters/evm/blocks';
import { openRawBlocks } from '../../adapters/evm/raw-blocks';
import { openStoredTraces } from '../../adapters/evm/stored-traces';
import { openRpc } from '../../adapters/node/rpc';
import { sourceUrl } from '../../adapters/node/sources';
import type { Chain } from '../../contract/config';
import { env } from '../../contract/env';
import type { RawBlock } from '../../domain/evm/rpc';
import type { ChainFollower, FollowerClients } from '../chain/chain';
import { openMeasures } from '../chain/measures';
import { type Following, followerOf } from '../chain/session';
import { openBlockchainId } from './blockchain-id';
import { openEvmIndexer } from './indexer';
import { evmSource, evmStore } from './source';
import { openTracing } from './tracing';

/** Clients live as long as the warm function, to keep their connections. */
const openClients = () => ({
  raw: openRawBlocks(env('bucket')),
  storedTraces: openStoredTraces(env('bucket')),
  tokenQueue: openQueue(env('tokens')),
  nftQueue: openQueue(env('nfts')),
});
let clients: ReturnType<typeof openClients> | undefined;

/** The follower of an EVM chain. */
export async function evmFollower(
  chain: Chain,
  { memory, group, table, bus, announcesTraces }: FollowerClients,
): Promise<ChainFollower> {
  clients ??= openClients();
  const { raw, storedTraces, tokenQueue, nftQueue } = clients;
  const { chainId } = chain;
  const source = await sourceUrl(chainId);
  const rpc = openRpc(source, chain);
  const node = openBlocks(rpc);
  const traced = {
    ...{ chain, source, table, raw, storedTraces, bus, tokenQueue, memory },
    announcesTraces: () => announcesTraces(chainId),
  };
  const following: Following<RawBlock> = {
    ...{ chain, table, bus, store: evmStore(raw, chainId) },
    source: evmSource(node, chainId, { complete: openBlockchainId({ chain, node, table }), memory }),
    openIndexer: () => openEvmIndexer({ chain, table, node, storedTraces, tokenQueue, nftQueue }),
    measures: openMeasures({ chainId, group }, table.meter, rpc),
    timer: systemTimer,
    ...(chain.traces ? { openBeside: (lease: Lease) => openTracing(traced, lease) } : {}),
  };
  return followerOf(following, rpc.close);
}
