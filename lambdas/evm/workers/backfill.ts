import type { Context } from 'aws-lambda';
import pLimit, { type LimitFunction } from 'p-limit';
import type { BackfillDeps } from '../../chain/backfill/backfill-deps';
import { backfill } from '../../chain/backfill/backfill-session';
import { MAX_PACED_MS } from '../../chain/backfill/backfill-slice';
import { showFinished } from '../../chain/backfill/hidden-history';
import type { BackfillWorker } from '../../chain/domain/backfill-job';
import type { Rederivation } from '../../chain/domain/rederivation';
import { getCursor } from '../../chain/follower/cursor-of';
import { eachChain, inTurns } from '../../chain/follower/each-chain';
import { createUsageMeter } from '../../chain/follower/measures';
import { createPace } from '../../chain/follower/pace';
import { createYielding } from '../../chain/follower/yielding';
import { DamagedHistory } from '../../chain/rederive/damaged-history';
import { rederive } from '../../chain/rederive/rederive';
import { getJobs, TakenOver } from '../../chain/rows/backfill-jobs';
import { getRederivation } from '../../chain/rows/rederivations';
import { createQueue, type Queue } from '../../core/aws/queue';
import { findChain, runtimeConfig } from '../../core/config/runtime';
import type { Chain } from '../../core/contract/config';
import { env } from '../../core/contract/env';
import { createRpc, type RpcClient } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';
import { steadyClock, systemClock, systemTimer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { withCopies } from '../../core/table/copies';
import { isThrottled } from '../../core/table/load';
import { createPlainTable, type Table } from '../../core/table/plain-table';
import type { Gap } from '../domain/gap';
import type { RawBlock } from '../domain/rpc';
import { createBlockchainId, createKnownBlockchainId } from '../indexer/blockchain-id';
import { fillGap } from '../indexer/fill-gap';
import { createEvmIndexer } from '../indexer/indexer';
import { retryGaps } from '../indexer/retry-gaps';
import { evmSource, evmStore } from '../indexer/source';
import { createBlocks } from '../node/blocks';
import { createRawBlocks, type RawBlocks } from '../node/raw-blocks';
import { createRawSlices } from '../node/raw-slices';
import { createStoredTraces, type StoredTraces } from '../node/stored-traces';
import { createDerivedRows } from '../rederive/derived-rows';

/** The chains of a group that have a worker with this index. */
interface Tick {
  readonly chainIds: readonly string[];
  readonly worker: number; // zero-based
}

const TICK_MS = 57_000; // the next minute's invocation continues
const RESERVE_MS = 60_000; // left to start another slice
const MAX_HISTORIES = 2; // limited by the function's memory
const [FIRST_CURSOR_POLL_MS, CURSOR_POLL_MS] = [100, 1_000]; // a new chain's cursor appears quickly

/** Kept between invocations, to reuse connections. */
interface Clients {
  readonly plain: Table;
  readonly table: Table;
  readonly raw: RawBlocks;
  readonly storedTraces: StoredTraces;
  readonly tokenQueue: Queue;
  readonly nftQueue: Queue;
}
let warm: Clients | undefined;
const getClients = (): Clients => {
  if (warm) return warm;
  const plain = createPlainTable(env('table'));
  warm = {
    plain,
    table: withCopies(plain),
    raw: createRawBlocks(env('bucket')),
    storedTraces: createStoredTraces(env('bucket')),
    tokenQueue: createQueue(env('tokens')),
    nftQueue: createQueue(env('nfts')),
  };
  return warm;
};

/** For a minute, concurrently with the chains' other workers. */
export async function handler(
  { chainIds, worker }: Tick,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<void> {
  const until = steadyClock() + TICK_MS;
  const turn: Turn = {
    worker,
    stop: () => steadyClock() > until || context.getRemainingTimeInMillis() < RESERVE_MS,
    histories: pLimit(MAX_HISTORIES),
  };
  const minute = Math.floor(systemClock() / 60_000);
  await eachChain(inTurns(chainIds, minute), 'backfill failed', (chainId) => backfillChain(chainId, turn));
}

interface Turn {
  readonly worker: number;
  readonly stop: () => boolean;
  readonly histories: LimitFunction;
}

async function backfillChain(chainId: string, { worker, stop, histories }: Turn): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const { table } = getClients();
  // The follower's first poll creates a new chain's cursor, and possibly a job.
  let cursor = await getCursor(table, chainId);
  for (let wait = FIRST_CURSOR_POLL_MS; !cursor && !stop(); wait = Math.min(CURSOR_POLL_MS, wait * 2)) {
    await systemTimer.sleep(wait);
    cursor = await getCursor(table, chainId);
  }
  if (!cursor) return;
  const count = chain.backfillWorkers;
  // Gaps wait meanwhile: their rows would be written into one copy only.
  if (await getRederivation(table, chainId)) {
    await histories(async () => {
      if (!stop()) await rederiveChain(chain, { index: worker, count }, stop);
    });
  } else if (worker === 0) await fillGaps(chain, stop);
  // A chain followed from block 0 has no history.
  if (cursor.start === 0) return;
  const jobs = await getJobs(table, chainId);
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined).length;
  if (worker === 0) await showFinished(table, chainId, jobs, cursor);
  if (unfinished === 0) return;
  const share = 1 / Math.min(count, unfinished);
  await histories(async () => {
    if (!stop()) await work(chain, { index: worker, count }, share, stop);
  });
}

/** If an operator requested it. */
async function fillGaps(chain: Chain, stop: () => boolean): Promise<void> {
  const { table, ...clients } = getClients();
  const waits = async () => (await getRederivation(table, chain.chainId)) !== undefined;
  let rpc: RpcClient | undefined;
  const fill = async (gap: Gap) => {
    rpc ??= createRpc(await sourceUrl(chain.chainId), chain);
    await fillGap({ chain, table, node: createBlocks(rpc), ...clients }, gap);
  };
  try {
    for (const kind of ['receipts', 'blocks'] as const)
      await retryGaps({ table, chain: chain.chainId, kind }, fill, async () => stop() || (await waits()));
  } finally {
    await rpc?.close();
  }
}

async function rederiveChain(chain: Chain, worker: BackfillWorker, stop: () => boolean): Promise<void> {
  const { raw: _, ...tables } = getClients();
  const { table } = tables;
  const { chainId } = chain;
  const pace = createPace(chain.backfillWriteUnitsPerSecond, {
    table,
    share: 1 / worker.count,
    mustYield: createYielding(table, chainId, systemTimer),
  });
  const clients = {
    ...tables,
    chain,
    raw: createRawSlices(env('bucket'), chainId),
    withBlockchainId: await createKnownBlockchainId(chain, table),
  };
  const rows = (record: Rederivation) => createDerivedRows(clients, record);
  try {
    await rederive(
      {
        chain: chainId,
        table,
        rows,
        keepPace: async () => {
          await pace.hold(steadyClock() + MAX_PACED_MS);
        },
        worker,
        timer: systemTimer,
      },
      stop,
    );
  } catch (error) {
    if (error instanceof DamagedHistory)
      log.error('blocks in the bucket are damaged', { chainId, reason: error.message });
    else if (error instanceof TakenOver)
      log.info('part of a re-derivation taken over', { chainId, reason: error.message });
    else if (isThrottled(error)) log.warn('table throttled: re-derivation continues', { chainId });
    else throw error;
  }
}

/** `share`: of the chain's backfill budget of write units and node calls. */
async function work(chain: Chain, worker: BackfillWorker, share: number, stop: () => boolean): Promise<void> {
  const { table, raw, ...clients } = getClients();
  const { chainId } = chain;
  const callsPerSecond = Math.max(1, Math.floor(chain.callsPerSecond * share));
  const rpc = createRpc(await sourceUrl(chainId), { ...chain, callsPerSecond });
  const emitUse = createUsageMeter(chainId, table.meter, rpc);
  const node = createBlocks(rpc);
  const shared = {
    chain,
    table,
    source: evmSource(node, chainId, { complete: createBlockchainId({ chain, node, table }) }),
    store: evmStore(raw, chainId),
    pace: createPace(chain.backfillWriteUnitsPerSecond, {
      table,
      share,
      mustYield: createYielding(table, chainId, systemTimer),
    }),
    worker,
    timer: systemTimer,
  };
  const createDeps = (): BackfillDeps<RawBlock> => ({
    ...shared,
    indexer: createEvmIndexer({ chain, table, node, ...clients }),
  });
  try {
    await backfill(createDeps, systemTimer, stop);
  } finally {
    emitUse();
    await rpc.close();
  }
}
