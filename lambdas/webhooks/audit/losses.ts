import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { METRIC } from '../../core/contract/metrics';
import { log } from '../../core/runtime/log';

/** Raises the alarm. */
export function reportLosses(count: number): void {
  const metrics = new Metrics({ namespace: METRIC.namespace, serviceName: 'webhooks' });
  metrics.addMetric(METRIC.webhookLosses, MetricUnit.Count, count);
  metrics.publishStoredMetrics();
}

/** They may have been lost: if they are matched after all, their messages are appended to the feeds. */
export function reportSkipped(chainId: string, events: number): void {
  log.error('block events skipped: not matched in time', { chainId, events });
  reportLosses(events);
}
