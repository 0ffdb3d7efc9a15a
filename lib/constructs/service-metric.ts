import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC, type MetricName, SERVICES } from '../../lambdas/core/contract/metrics';

/** Maximum per minute by default. A group is named after its first chain. */
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
