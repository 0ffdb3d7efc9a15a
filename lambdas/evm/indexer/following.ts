import { openMeasures } from '../../chain/follower/measures';
import { type Following, followerOf } from '../../chain/follower/session';
import type { ChainFollower, FollowerClients } from '../../chain/kind';
import type { Lease } from '../../chain/rows/lease';
import { openQueue } from '../../core/aws/queue';
import type { Chain } from '../../core/contract/config';
import { env } from '../../core/contract/env';
import { openRpc } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';
import { systemTimer } from '../../core/runtime/clock';
import type { RawBlock } from '../domain/rpc';
import { openBlocks } from '../node/blocks';
import { openRawBlocks } from '../node/raw-blocks';
import { openStoredTraces } from '../node/stored-traces';
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
    chain,
    source,
    table,
    raw,
    storedTraces,
    bus,
    tokenQueue,
    memory,
    announcesTraces: () => announcesTraces(chainId),
  };
  const following: Following<RawBlock> = {
    chain,
    table,
    bus,
    store: evmStore(raw, chainId),
    source: evmSource(node, chainId, { complete: openBlockchainId({ chain, node, table }), memory }),
    openIndexer: () => openEvmIndexer({ chain, table, node, storedTraces, tokenQueue, nftQueue }),
    measures: openMeasures({ chainId, group }, table.meter, rpc),
    timer: systemTimer,
    ...(chain.traces ? { openBeside: (lease: Lease) => openTracing(traced, lease) } : {}),
  };
  return followerOf(following, rpc.close);
}
