import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { Meter } from '../../adapters/dynamo/table';
import { METRIC } from '../../contract/metrics';
import { type Cursor, visibleBlock } from '../../domain/chain/cursor';

/** Interval between readings, ms: fine enough for alarms with a period of a minute. */
const READING_INTERVAL_MS = 10_000;

/** A node's client, as a counter of calls. */
interface CallCounter {
  readonly calls: number;
}

/** Emits a chain's state as CloudWatch embedded metrics: written to the log, without a call. */
export function openMeasures(chainId: string, meter: Meter, node: CallCounter) {
  const metrics = metricsOf(chainId);
  let [at, writeUnits, calls, blocks] = [Date.now(), meter.writeUnits, node.calls, -1];
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
    metrics.addMetric(METRIC.nodeCalls, MetricUnit.Count, node.calls - calls);
    metrics.addMetric(METRIC.indexedBlocks, MetricUnit.Count, blocks < 0 ? 0 : Math.max(0, indexed - blocks));
    metrics.publishStoredMetrics();
    [at, writeUnits, calls, blocks] = [Date.now(), meter.writeUnits, node.calls, indexed];
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
  return () => {
    const metrics = metricsOf(chainId);
    metrics.addMetric(METRIC.writeUnits, MetricUnit.Count, meter.writeUnits - before);
    metrics.addMetric(METRIC.nodeCalls, MetricUnit.Count, node.calls);
    metrics.publishStoredMetrics();
  };
}

const metricsOf = (chainId: string): Metrics =>
  new Metrics({ namespace: METRIC.namespace, serviceName: 'indexer', defaultDimensions: { chainId } });
