import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Context } from 'aws-lambda';
import { type Bus, openBus } from '../adapters/aws/bus';
import { sleep, systemClock } from '../adapters/clock';
import { findChain, runtimeConfig } from '../adapters/config';
import { cursorKey, readCursor } from '../adapters/dynamo/chain/cursor-item';
import { gapItem, tracesGap } from '../adapters/dynamo/evm/gaps';
import { openInternalTxRows } from '../adapters/dynamo/evm/internal-rows';
import { TraceCursorLost, takeTraceCursor } from '../adapters/dynamo/evm/trace-cursor';
import { openTable, type Table } from '../adapters/dynamo/table';
import { versionsKey } from '../adapters/dynamo/webhooks/shards';
import { openBlocks } from '../adapters/evm/blocks';
import { openRawBlocks, type RawBlocks } from '../adapters/evm/raw-blocks';
import { openStoredTraces, type StoredTraces } from '../adapters/evm/stored-traces';
import { openTraces } from '../adapters/evm/traces';
import { NodeError } from '../adapters/node/errors';
import { openRpc, type RpcClient } from '../adapters/node/rpc';
import { sourceUrl } from '../adapters/node/sources';
import type { Chain } from '../contract/config';
import { env } from '../contract/env';
import { METRIC } from '../contract/metrics';
import type { BlockRef } from '../domain/chain/block';
import type { Cursor } from '../domain/chain/cursor';
import type { Gap } from '../domain/evm/gap';
import { fillMissingTraces } from './evm/fill-traces';
import { retryGaps } from './evm/retry-gaps';
import { traceBlocks } from './evm/trace-blocks';
import { openTraceHistory } from './evm/trace-history';

/** The payload of a schedule: one schedule per chain, each minute. */
interface Tick {
  readonly chainId: string;
}

/**
 * Duration of one invocation, ms: shorter than the schedule, so that two tracers never contend. The next one continues.
 */
const TICK_MS = 50_000;
/** Delay between attempts to take the trace cursor, ms. */
const LEASE_RETRY_DELAY_MS = 1_000;
/** Delay before a failed block is traced again, ms. */
const RETRY_DELAY_MS = 5_000;
/** Interval at which a node without tracing is checked again, ms. */
const UNSUPPORTED_RECHECK_MS = 3_600_000;
/** Timeout of a trace, ms: large blocks take seconds. The client does not repeat what took too long. */
const NODE_TIMEOUT_MS = 30_000;
/** Poll interval for the head, ms: internal transactions may lag. */
const HEAD_POLL_MS = 1_000;

/** Writes the internal transactions of one chain, at its head and then in its history, for most of a minute. */
export async function handler({ chainId }: Tick, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const until = Date.now() + Math.min(TICK_MS, context.getRemainingTimeInMillis() / 2);
  const rpc = openRpc(await sourceUrl(chainId), {
    callsPerSecond: chain.callsPerSecond,
    timeoutMs: NODE_TIMEOUT_MS,
  });
  try {
    while (Date.now() < until) {
      const ended = await session(chain, rpc, until).catch((error: unknown) => {
        if (error instanceof TraceCursorLost) return 'not held';
        // The node may just have left this branch: the follower is about to see it.
        if (!(error instanceof NodeError)) throw error;
        console.warn({ chainId, message: `traces: ${error.message}` });
        return 'no answer';
      });
      if (ended === 'done') return;
      await sleep(ended === 'not held' ? LEASE_RETRY_DELAY_MS : RETRY_DELAY_MS);
    }
  } finally {
    await rpc.close();
  }
}

/** Clients live as long as the warm function, to keep their connections. */
let opened: { table: Table; raw: RawBlocks; stored: StoredTraces; bus: Bus } | undefined;
const open = () => {
  const bucket = env('bucket');
  opened ??= {
    table: openTable(env('table')),
    raw: openRawBlocks(bucket),
    stored: openStoredTraces(bucket),
    bus: openBus(env('bus')),
  };
  return opened;
};

/**
 * Holds the trace cursor until the time is up. 'not held': the chain has no head yet, or another function holds the
 * cursor.
 */
async function session(chain: Chain, rpc: RpcClient, until: number): Promise<'done' | 'not held'> {
  const { table, raw, stored, bus } = open();
  const { chainId } = chain;
  const head = async (): Promise<Cursor | undefined> => {
    const item = await table.get(cursorKey(chainId), true);
    return item && readCursor(item);
  };
  const first = await head();
  const traceCursor = first && (await takeTraceCursor(table, chainId, systemClock, first.start));
  if (!traceCursor) return 'not held';
  let [cursor, skipped, off] = [first, 0, traceCursor.state.offAt !== undefined];
  const deps = {
    chain,
    traceCursor,
    raw,
    stored,
    rows: openInternalTxRows(table, chainId, traceCursor),
    traces: openTraces(rpc),
    head: async () => {
      cursor = (await head()) ?? cursor;
      return cursor;
    },
    publishTraced: async (blocks: readonly BlockRef[], epoch: number) => {
      if (blocks.length === 0 || (await table.get(versionsKey(chainId), true))?.it !== true) return;
      const events = blocks.map(({ number, hash }) => ({ chainId, number, hash, epoch }));
      await bus.publish('traced', events, traceCursor.signal);
    },
    skipped: async (block: BlockRef) => {
      skipped++;
      await table.write([{ put: gapItem(chainId, tracesGap(block)) }]);
      console.warn({
        chainId,
        message: `block ${block.number} stays without internal transactions: the node cannot trace it`,
      });
    },
  };
  try {
    // While tracing is off, the only possible work is what a rollback left pending.
    if (
      off &&
      traceCursor.state.pending === undefined &&
      systemClock() - (traceCursor.state.offAt ?? 0) < UNSUPPORTED_RECHECK_MS
    )
      return 'done';
    const blocks = openBlocks(rpc);
    const fill = (gap: Gap) => fillMissingTraces({ table, chain, blocks, rows: deps.rows, traces: deps.traces }, gap);
    await retryGaps({ table, chain: chainId, kind: 'traces' }, fill, () => Date.now() >= until);
    const traceHistory = openTraceHistory({ ...deps, table, blocks, now: systemClock });
    while (Date.now() < until) {
      const atHead = await traceBlocks(deps);
      off = atHead === 'off';
      if (off) break;
      if (atHead !== 'idle') continue;
      const inHistory = await traceHistory();
      if (inHistory === 'idle' && chain.follower === 'minute') break;
      if (inHistory !== 'advanced') await sleep(HEAD_POLL_MS);
    }
    return 'done';
  } finally {
    await traceCursor.release().catch(() => undefined);
    if (!off) measure(chainId, cursor, traceCursor.state, skipped);
  }
}

/** Emits how far tracing lags behind the head, and how many blocks were skipped. */
function measure(
  chainId: string,
  head: Cursor,
  traceCursor: { readonly number: number; readonly time: number },
  skipped: number,
) {
  const metrics = new Metrics({ namespace: METRIC.namespace, serviceName: 'indexer', defaultDimensions: { chainId } });
  const behind = head.number > traceCursor.number ? Math.max(0, head.time - traceCursor.time) : 0;
  metrics.addMetric(METRIC.traceLagSeconds, MetricUnit.Seconds, traceCursor.time === 0 ? 0 : behind);
  metrics.addMetric(METRIC.skippedTraces, MetricUnit.Count, skipped);
  metrics.publishStoredMetrics();
}
