import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC } from '../../lambdas/core/contract/metrics';

/** A metric of ours. */
export type MetricName = keyof Omit<typeof METRIC, 'namespace'>;

/** Who emits what the indexer does not. */
const SERVICES: Partial<Record<MetricName, string>> = { webhookDelay: 'webhooks', down: 'node-rpc' };

/**
 * A metric of one chain, of a group of chains, or of all: the maximum per minute, unless `options` say otherwise. A group
 * has the name of its first chain.
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
