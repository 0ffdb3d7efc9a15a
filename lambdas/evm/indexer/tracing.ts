import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { BlockRef } from '../../chain/domain/block';
import { type Cursor, visibleBlock } from '../../chain/domain/cursor';
import type { SharedMemory } from '../../chain/follower/batch-size';
import type { Bus } from '../../chain/follower/bus';
import type { Beside } from '../../chain/follower/session';
import type { Lease } from '../../chain/rows/lease';
import { getRederivation } from '../../chain/rows/rederivations';
import { metricsForAlarms, metricsOfChain } from '../../core/aws/chain-metrics';
import type { Queue } from '../../core/aws/queue';
import type { Chain } from '../../core/contract/config';
import { METRIC } from '../../core/contract/metrics';
import { msSince } from '../../core/domain/stored-time';
import { NodeError } from '../../core/node/errors';
import { createRpc, type RpcClient } from '../../core/node/rpc';
import { sleep, steadyClock, systemClock, systemTimer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import type { TraceCursor } from '../domain/trace-cursor';
import { createBlocks } from '../node/blocks';
import type { RawBlocks } from '../node/raw-blocks';
import type { StoredTraces } from '../node/stored-traces';
import { createTraces } from '../node/traces';
import { gapItem, tracesGap } from '../rows/gaps';
import type { TracedBlock } from '../rows/internal-rows';
import { createInternalTxRows } from '../rows/internal-tx-rows';
import { type HeldTraceCursor, TraceCursorLost, takeTraceCursor } from '../rows/trace-cursor';
import { fillMissingTraces } from './fill-traces';
import { queueRedeployed } from './redeployed';
import { retryGaps } from './retry-gaps';
import { type TraceDeps, traceBlocks } from './trace-blocks';
import { createTraceHistory } from './trace-history';

const RETRY_DELAY_MS = 5_000;
const UNSUPPORTED_RECHECK_MS = 3_600_000;
const MAX_PAUSE_MS = 1_000;
const NEVER_TRACED_SECONDS = 3_600; // if the first block fails: enough for the alarm
const NODE_TIMEOUT_MS = 30_000; // large blocks take seconds; the client does not retry timeouts

export interface TracingDeps {
  readonly chain: Chain;
  readonly source: string;
  readonly table: Table;
  readonly raw: RawBlocks;
  readonly storedTraces: StoredTraces;
  readonly bus: Pick<Bus, 'publish'>;
  readonly announcesTraces: () => Promise<boolean>;
  readonly tokenQueue: Pick<Queue, 'send'>;
  readonly memory: Pick<SharedMemory, 'part' | 'exclusive'>;
  readonly seen?: NonNullable<TraceDeps['seen']>;
}

/** Runs beside the follower, under the same lease. Failures are retried and never delay it. */
export function createTracing(deps: TracingDeps, lease: Lease): Beside {
  const { chain, source } = deps;
  const { chainId } = chain;
  // A client of its own, as traces take longer than any other call.
  const rpc = createRpc(source, { ...chain, timeoutMs: NODE_TIMEOUT_MS });
  const ended = new AbortController();
  const tracing: Tracing = {
    ended: ended.signal,
    cursor: undefined,
    isOff: false,
    hasFailed: false,
    isInHistory: true,
    skipped: 0,
  };
  const work = async (): Promise<void> => {
    while (!ended.signal.aborted && !tracing.isOff) {
      await session(deps, { lease, rpc, tracing }).catch((error: unknown) => {
        tracing.hasFailed = true;
        if (ended.signal.aborted || error instanceof TraceCursorLost) return;
        // Possibly a reorg that the follower is about to see, so only a warning.
        if (error instanceof NodeError) log.warn('tracing failed at the node', { chainId, reason: error.message });
        else log.error('tracing failed', { chainId, error });
      });
      await pause(RETRY_DELAY_MS, ended.signal);
    }
  };
  const worked = work();
  const end = async (): Promise<void> => {
    ended.abort();
    // Calls in flight fail; writes in flight finish.
    await rpc.close();
    await worked;
    measure(chainId, lease.cursor, tracing);
  };
  let ending: Promise<void> | undefined;
  return {
    isBehind: () =>
      !(tracing.isOff || tracing.hasFailed) &&
      (tracing.isInHistory || tracing.cursor === undefined || tracing.cursor.number < visibleBlock(lease.cursor)),
    end() {
      ending ??= end();
      return ending;
    },
  };
}

interface Tracing {
  readonly ended: AbortSignal;
  cursor: TraceCursor | undefined;
  isOff: boolean;
  hasFailed: boolean;
  isInHistory: boolean;
  skipped: number;
}

interface Held {
  readonly lease: Lease;
  readonly rpc: RpcClient;
  readonly tracing: Tracing;
}

async function session(deps: TracingDeps, held: Held): Promise<void> {
  const { chain, table } = deps;
  const { lease, rpc, tracing } = held;
  const traceCursor = await takeTraceCursor(table, chain.chainId, systemClock, lease.cursor.start);
  if (!traceCursor) return;
  tracing.cursor = traceCursor.state;
  const { pending, offAt } = traceCursor.state;
  // While off, only a step that a rollback left pending needs work.
  tracing.isOff =
    offAt !== undefined && pending === undefined && msSince(offAt, systemClock()) < UNSUPPORTED_RECHECK_MS;
  if (tracing.isOff) return;
  const steps = createSteps(deps, held, traceCursor);
  const blocks = createBlocks(rpc);
  // They wait while rows are derived again: theirs would be written into one copy only.
  const waits = async () => (await getRederivation(table, chain.chainId)) !== undefined;
  await retryGaps(
    { table, chain: chain.chainId, kind: 'traces' },
    (gap) => fillMissingTraces({ table, chain, blocks, rows: steps.rows, traces: steps.traces }, gap),
    async () => tracing.ended.aborted || (await waits()),
  );
  const traceHistory = createTraceHistory({ ...steps, table, blocks, timer: systemTimer });
  while (!tracing.ended.aborted) {
    const atHead = await traceBlocks(steps);
    tracing.cursor = traceCursor.state;
    tracing.isOff = atHead === 'off';
    if (tracing.isOff) return;
    tracing.hasFailed = false;
    if (atHead !== 'idle') continue;
    const inHistory = await traceHistory();
    tracing.isInHistory = inHistory !== 'idle';
    if (inHistory !== 'advanced') await pause(Math.min(chain.pollIntervalMs, MAX_PAUSE_MS), tracing.ended);
  }
}

function createSteps(
  { chain, table, raw, storedTraces, bus, announcesTraces, tokenQueue, memory, seen }: TracingDeps,
  { lease, rpc, tracing }: Held,
  traceCursor: HeldTraceCursor,
) {
  const { chainId } = chain;
  return {
    chain,
    traceCursor,
    raw,
    ...(seen ? { seen } : {}),
    stored: storedTraces,
    rows: createInternalTxRows(table, chainId, lease),
    traces: createTraces(rpc, steadyClock, {
      part: memory.part,
      exclusive: (work) => memory.exclusive(work, tracing.ended),
    }),
    head: () => lease.cursor,
    publishTraced: async (blocks: readonly BlockRef[], epoch: number) => {
      if (blocks.length === 0 || !(await announcesTraces())) return;
      const events = blocks.map(({ number, hash }) => ({ chainId, number, hash, epoch }));
      await bus.publish('traced', events, lease.signal);
    },
    traced: (blocks: readonly TracedBlock[]) => queueRedeployed({ table, chainId, tokenQueue }, blocks),
    skipped: async (block: BlockRef, untraced?: readonly number[]) => {
      tracing.skipped++;
      await table.write([{ put: gapItem(chainId, tracesGap(block, untraced)) }]);
      log.warn('internal transactions skipped', { chainId, block: block.number, transactions: untraced ?? 'all' });
    },
  };
}

const pause = (ms: number, ended: AbortSignal): Promise<void> => sleep(ms, ended).catch(() => undefined);

/** In seconds of block time; zeros are not emitted. */
function measure(chainId: string, head: Cursor, { cursor, isOff, hasFailed, skipped }: Tracing): void {
  const isBehind = cursor !== undefined && !isOff && head.number > cursor.number;
  const never = hasFailed ? NEVER_TRACED_SECONDS : 0;
  const behind = isBehind ? (cursor.time > 0 ? head.time - cursor.time : never) : 0;
  if (behind > 0) {
    const metrics = metricsForAlarms(chainId);
    metrics.addMetric(METRIC.traceLagSeconds, MetricUnit.Seconds, behind);
    metrics.publishStoredMetrics();
  }
  if (skipped === 0) return;
  const metrics = metricsOfChain(chainId);
  metrics.addMetric(METRIC.skippedTraces, MetricUnit.Count, skipped);
  metrics.publishStoredMetrics();
}
