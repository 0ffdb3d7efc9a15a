import { Duration } from 'aws-cdk-lib';
import { Metric, type MetricProps } from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC } from '../../lambdas/contract/metrics';
import { isPChain } from '../../lambdas/contract/node-rpc/networks';

/**
 * A metric that the indexer emits for a chain, the node RPC for the node of a P-chain, or the webhooks for all: the
 * maximum per minute, unless `options` say otherwise.
 */
export const serviceMetric = (
  name: keyof Omit<typeof METRIC, 'namespace'>,
  chainId: string | undefined,
  options: Pick<MetricProps, 'statistic' | 'label'> = {},
): Metric =>
  new Metric({
    namespace: METRIC.namespace,
    metricName: METRIC[name],
    dimensionsMap:
      chainId === undefined
        ? { service: 'webhooks' }
        : { chainId, service: isPChain(chainId) && name === 'down' ? 'node-rpc' : 'indexer' },
    statistic: 'Maximum',
    period: Duration.minutes(1),
    ...options,
  });
