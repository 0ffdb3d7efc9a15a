import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsForAlarms, metricsOfChain, metricsOfGroup } from '../../core/aws/chain-metrics';
import { METRIC, USED } from '../../core/contract/metrics';
import { steadyClock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Meter } from '../../core/table/table';
import type { BlockEventKind } from '../contract/events';
import { type Cursor, secondsBehind, visibleBlock } from '../domain/cursor';
import type { BlockSummary } from '../kind';

/** Interval between readings, ms: alarms have a period of a minute. */
const READING_INTERVAL_MS = 20_000;
/** At 100 values the library flushes the log line at once, and loses its dimensions. */
const MAX_AGES = 99;
/** Lag without a cursor, seconds: late enough for the alarm if it lasts. */
const NEVER_INDEXED_SECONDS = 3_600;

interface CallCounter {
  readonly calls: number;
  readonly failures: Readonly<Record<string, number>>;
}

function createUsage(meter: Meter, node: CallCounter) {
  const read = () => ({
    readUnits: meter.readUnits,
    writeUnits: meter.writeUnits,
    calls: node.calls,
    failures: { ...node.failures },
  });
  let before = read();
  return () => {
    const now = read();
    const failures = Object.entries(now.failures)
      .map(([kind, count]) => [kind, count - (before.failures[kind] ?? 0)] as const)
      .filter(([, count]) => count > 0);
    const used = {
      readUnits: now.readUnits - before.readUnits,
      writeUnits: now.writeUnits - before.writeUnits,
      calls: now.calls - before.calls,
      failures: Object.fromEntries(failures),
      failed: failures.reduce((sum, [, count]) => sum + count, 0),
    };
    before = now;
    return used;
  };
}
type Used = ReturnType<ReturnType<typeof createUsage>>;
const usedFields = ({ readUnits, writeUnits, calls }: Used) => ({
  [USED.readUnits]: readUnits,
  [USED.writeUnits]: writeUnits,
  [USED.nodeCalls]: calls,
});

function addFailures(metrics: Metrics, { failures, failed }: Used): void {
  if (failed === 0) return;
  metrics.addMetric(METRIC.nodeFailures, MetricUnit.Count, failed);
  metrics.addMetadata('failures', JSON.stringify(failures));
}

/** Block metrics have values only while blocks come, as each hour with a value is billed. */
export function createMeasures(
  { chainId, group }: { readonly chainId: string; readonly group: string },
  meter: Meter,
  node: CallCounter,
) {
  let [at, indexed] = [steadyClock(), -1];
  let [ages, removed]: [number[], number] = [[], 0];
  const usage = createUsage(meter, node);

  const lag = (cursor: Cursor | undefined, used: Used): void => {
    const metrics = metricsOfGroup(chainId, group);
    const seconds = cursor ? secondsBehind(cursor, systemClock()) : NEVER_INDEXED_SECONDS;
    metrics.addMetric(METRIC.lagSeconds, MetricUnit.Seconds, seconds);
    for (const [name, count] of Object.entries(usedFields(used))) metrics.addMetadata(name, `${count}`);
    metrics.publishStoredMetrics();
    if (!cursor?.halted) return;
    const halted = metricsForAlarms(chainId);
    halted.addMetric(METRIC.halted, MetricUnit.Count, 1);
    halted.publishStoredMetrics();
  };
  const flush = (cursor: Cursor): void => {
    const used = usage();
    lag(cursor, used);
    const visible = visibleBlock(cursor);
    const blocks = indexed < 0 ? 0 : Math.max(0, visible - indexed);
    const metrics = metricsOfChain(chainId);
    if (blocks > 0) {
      metrics.addMetric(METRIC.indexedBlocks, MetricUnit.Count, blocks);
      metrics.addMetric(METRIC.writeUnits, MetricUnit.Count, used.writeUnits);
    }
    for (const age of ages) metrics.addMetric(METRIC.freshness, MetricUnit.Milliseconds, age);
    if (removed > 0) metrics.addMetric(METRIC.removedBlocks, MetricUnit.Count, removed);
    addFailures(metrics, used);
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
    [at, indexed, ages, removed] = [steadyClock(), visible, [], 0];
  };
  const isDue = (): boolean => steadyClock() - at >= READING_INTERVAL_MS;
  return {
    note(cursor: Cursor): void {
      if (indexed < 0) indexed = visibleBlock(cursor);
      if (isDue()) flush(cursor);
    },
    /** Reads the lag without the lease: notices a chain without a working follower. */
    async noteWithoutLease(read: () => Promise<Cursor | undefined>): Promise<void> {
      if (!isDue()) return;
      at = steadyClock();
      const cursor = await read().catch(() => 'unread' as const);
      if (cursor !== 'unread') lag(cursor, usage());
    },
    published(kind: BlockEventKind, blocks: readonly BlockSummary[]): void {
      const last = blocks.at(-1);
      if (kind === 'removed') removed += blocks.length;
      else if (last && ages.length < MAX_AGES) ages.push(Math.max(0, systemClock() - last.time * 1_000));
    },
    flush,
  };
}
export type Measures = ReturnType<typeof createMeasures>;

/** For work without a cursor: metrics only if non-zero. */
export function createUsageMeter(chainId: string, meter: Meter, node: CallCounter): () => void {
  const usage = createUsage(meter, node);
  return () => {
    const used = usage();
    log.info('usage', { chainId, ...usedFields(used) });
    const metrics = metricsOfChain(chainId);
    if (used.writeUnits > 0) metrics.addMetric(METRIC.writeUnits, MetricUnit.Count, used.writeUnits);
    addFailures(metrics, used);
    if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  };
}
