import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC } from '../../lambdas/core/contract/metrics';

export type MetricName = keyof Omit<typeof METRIC, 'namespace'>;

/** `service` dimension of the metrics not emitted by the indexer. */
const SERVICES: Partial<Record<MetricName, string>> = { webhookDelay: 'webhooks', down: 'node-rpc' };

/**
 * A metric of one chain, of a group (named after its first chain), or of the whole service. Maximum per minute by
 * default.
 */
export const serviceMetric = (
  name: MetricName,
  of: { readonly chainId?: string; readonly group?: string } = {},
  options: Pick<MetricProps, 'statistic' | 'label'> = {},
): Metric =>
  new Metric({
    namespace: METRIC.namespace,
    metricName: METRIC[name],
    dimensionsMap: { ...of, service: SERVICES[name] ?? 'indexer' },
    statistic: 'Maximum',
    period: Duration.minutes(1),
    ...options,
  });
