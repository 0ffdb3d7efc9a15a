import { createMeasures } from '../../chain/follower/measures';
import { type Following, toFollower } from '../../chain/follower/session';
import type { ChainFollower, FollowerClients } from '../../chain/kind';
import type { Lease } from '../../chain/rows/lease';
import { createQueue } from '../../core/aws/queue';
import type { Chain } from '../../core/contract/config';
import { env } from '../../core/contract/env';
import { createRpc } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';
import { systemTimer } from '../../core/runtime/clock';
import type { RawBlock } from '../domain/rpc';
import { createAddressSets } from '../metrics/address-sets';
import { createIndexedBlocks, createSeenBlocks } from '../metrics/indexed-blocks';
import { createMetricsLane, joinBesides } from '../metrics/lane';
import { createBlocks } from '../node/blocks';
import { createRawBlocks } from '../node/raw-blocks';
import { createRawSlices } from '../node/raw-slices';
import { createStoredTraces } from '../node/stored-traces';
import { createBlockchainId } from './blockchain-id';
import { createEvmIndexer } from './indexer';
import { evmSource, evmStore } from './source';
import { createTracing } from './tracing';

/** Kept between invocations, to reuse connections. */
const createClients = () => ({
  raw: createRawBlocks(env('bucket')),
  storedTraces: createStoredTraces(env('bucket')),
  addressSets: createAddressSets(env('bucket')),
  tokenQueue: createQueue(env('tokens')),
  nftQueue: createQueue(env('nfts')),
});
let clients: ReturnType<typeof createClients> | undefined;

export async function evmFollower(
  chain: Chain,
  { memory, group, table, bus, announcesTraces }: FollowerClients,
): Promise<ChainFollower> {
  clients ??= createClients();
  const { raw, storedTraces, addressSets, tokenQueue, nftQueue } = clients;
  const { chainId } = chain;
  const source = await sourceUrl(chainId);
  const rpc = createRpc(source, chain);
  const node = createBlocks(rpc);
  const seen = createSeenBlocks(chain);
  const traced = {
    chain,
    source,
    table,
    raw,
    storedTraces,
    bus,
    tokenQueue,
    memory,
    seen: seen.addTraced,
    announcesTraces: () => announcesTraces(chainId),
  };
  const indexed = { chain, table, raw: createRawSlices(env('bucket'), chainId), traces: storedTraces };
  const counted = {
    chain,
    table,
    sets: addressSets,
    blocks: createIndexedBlocks({ ...indexed, seen }),
    changedBlocks: createIndexedBlocks({ ...indexed, fromRows: true }),
  };
  const following: Following<RawBlock> = {
    chain,
    table,
    bus,
    store: evmStore(raw, chainId),
    source: evmSource(node, chainId, { complete: createBlockchainId({ chain, node, table }), memory }),
    createIndexer: () => createEvmIndexer({ chain, table, node, storedTraces, tokenQueue, nftQueue, seen: seen.add }),
    measures: createMeasures({ chainId, group }, table.meter, rpc),
    timer: systemTimer,
    createBeside: (lease: Lease) =>
      joinBesides([...(chain.traces ? [createTracing(traced, lease)] : []), createMetricsLane(counted, lease)]),
  };
  return toFollower(following, rpc.close);
}
