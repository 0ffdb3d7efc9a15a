import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Meter } from '../../adapters/dynamo/table';
import { METRIC } from '../../contract/metrics';
import { type Cursor, visibleBlock } from '../../domain/chain/cursor';

/** Interval between readings, ms: fine enough for alarms with a period of a minute. */
const READING_INTERVAL_MS = 10_000;

/** A node's client, as a counter of calls and of those that failed, by kind. */
interface CallCounter {
  readonly calls: number;
  readonly failures: Readonly<Record<string, number>>;
}

/** Adds the calls since the last time. */
function openCalls(node: CallCounter) {
  let before = { calls: node.calls, failures: { ...node.failures } };
  return (metrics: Metrics): void => {
    const added = Object.entries(node.failures).map(
      ([kind, count]) => [kind, count - (before.failures[kind] ?? 0)] as const,
    );
    const failed = added.filter(([, count]) => count > 0);
    metrics.addMetric(METRIC.nodeCalls, MetricUnit.Count, node.calls - before.calls);
    // Only when there are any: an hour without a metric costs nothing.
    if (failed.length > 0) {
      metrics.addMetric(
        METRIC.nodeFailures,
        MetricUnit.Count,
        failed.reduce((sum, [, count]) => sum + count, 0),
      );
      metrics.addMetadata('failures', JSON.stringify(Object.fromEntries(failed)));
    }
    before = { calls: node.calls, failures: { ...node.failures } };
  };
}

/** Emits a chain's state as CloudWatch embedded metrics: written to the log, without a call. */
export function openMeasures(chainId: string, meter: Meter, node: CallCounter) {
  const metrics = metricsOf(chainId);
  let [at, writeUnits, blocks] = [Date.now(), meter.writeUnits, -1];
  const addCalls = openCalls(node);
  const flush = (cursor: Cursor) => {
    const indexed = visibleBlock(cursor);
    metrics.addMetric(METRIC.lagBlocks, MetricUnit.Count, Math.max(0, cursor.head - indexed));
    metrics.addMetric(
      METRIC.lagSeconds,
      MetricUnit.Seconds,
      cursor.head > indexed ? Math.max(0, cursor.headTime - cursor.time) : 0,
    );
    metrics.addMetric(METRIC.halted, MetricUnit.Count, cursor.halted ? 1 : 0);
    metrics.addMetric(METRIC.down, MetricUnit.Count, cursor.lastError === undefined ? 0 : 1);
    metrics.addMetric(METRIC.writeUnits, MetricUnit.Count, meter.writeUnits - writeUnits);
    addCalls(metrics);
    metrics.addMetric(METRIC.indexedBlocks, MetricUnit.Count, blocks < 0 ? 0 : Math.max(0, indexed - blocks));
    metrics.publishStoredMetrics();
    [at, writeUnits, blocks] = [Date.now(), meter.writeUnits, indexed];
  };
  return {
    /** A reading, if the last one is old enough. */
    note(cursor: Cursor): void {
      if (blocks < 0) blocks = visibleBlock(cursor);
      if (Date.now() - at >= READING_INTERVAL_MS) flush(cursor);
    },
    flush,
  };
}
/** What `openMeasures` gives. */
export type Measures = ReturnType<typeof openMeasures>;

/** Measures usage from now on; the returned function emits it. For work without a cursor. */
export function openUse(chainId: string, meter: Meter, node: CallCounter): () => void {
  const before = meter.writeUnits;
  const addCalls = openCalls(node);
  return () => {
    const metrics = metricsOf(chainId);
    metrics.addMetric(METRIC.writeUnits, MetricUnit.Count, meter.writeUnits - before);
    addCalls(metrics);
    metrics.publishStoredMetrics();
  };
}

const metricsOf = (chainId: string): Metrics =>
  new Metrics({ namespace: METRIC.namespace, serviceName: 'indexer', defaultDimensions: { chainId } });
