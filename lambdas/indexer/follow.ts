import type { Context } from 'aws-lambda';
import { type Bus, openBus } from '../adapters/aws/bus';
import { openQueue, type Queue } from '../adapters/aws/queue';
import { systemTimer } from '../adapters/clock';
import { findChain, runtimeConfig } from '../adapters/config';
import { openTable, type Table } from '../adapters/dynamo/table';
import { openBlocks } from '../adapters/evm/blocks';
import { openRawBlocks, type RawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces, type StoredTraces } from '../adapters/evm/stored-traces';
import { openRpc } from '../adapters/node/rpc';
import { sourceUrl } from '../adapters/node/sources';
import { env } from '../contract/env';
import { openMeasures } from './chain/measures';
import { follow } from './chain/session';
import { openBlockchainId } from './evm/blockchain-id';
import { openEvmIndexer } from './evm/indexer';
import { evmSource, evmStore } from './evm/source';

/** The payload of a schedule: one schedule per chain, each minute. */
interface Tick {
  readonly chainId: string;
}

/** Reserved at the end of an invocation to finish what is in progress, ms. */
const RESERVE_MS = 12_000;
/** A holder hands the lease over to a waiting follower, the next invocation's, once it has run for this long, ms. */
const TICK_MS = 45_000;

/** Clients live as long as the warm function, to keep their connections. */
interface Clients {
  readonly table: Table;
  readonly raw: RawBlocks;
  readonly storedTraces: StoredTraces;
  readonly bus: Bus;
  readonly tokenQueue: Queue;
  readonly nftQueue: Queue;
}
let opened: Clients | undefined;
const open = (): Clients => {
  opened ??= {
    table: openTable(env('table')),
    raw: openRawBlocks(env('bucket')),
    storedTraces: openStoredTraces(env('bucket')),
    bus: openBus(env('bus')),
    tokenQueue: openQueue(env('tokens')),
    nftQueue: openQueue(env('nfts')),
  };
  return opened;
};

/** Follows one chain until the next invocation takes over, or until the time is up. */
export async function handler({ chainId }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const began = Date.now();
  const rpc = openRpc(await sourceUrl(chainId), chain);
  const node = openBlocks(rpc);
  const { table, raw, bus, ...others } = open();
  try {
    await follow(
      {
        chain,
        table,
        bus,
        source: evmSource(node, chainId, openBlockchainId({ chain, node, table })),
        store: evmStore(raw, chainId),
        openIndexer: () => openEvmIndexer({ chain, table, node, ...others }),
        measures: openMeasures(chainId, table.meter, rpc),
        timer: systemTimer,
      },
      {
        outOfTime: () => context.getRemainingTimeInMillis() < RESERVE_MS,
        turnIsOver: () => Date.now() - began > TICK_MS,
      },
    );
  } finally {
    await rpc.close();
  }
}
