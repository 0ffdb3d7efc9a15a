import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Operation } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { METRIC } from '../../lambdas/contract/metrics';
import { ServiceAlarm } from '../constructs/alarm';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

const MINUTE = Duration.minutes(1);

/** One dashboard, and the alarms that wake someone. Queues bring their own (`Worker`). */
export class ObservabilityStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    config: Config,
    stacks: { data: DataStack; indexer: IndexerStack },
    props?: StackProps,
  ) {
    super(scope, id, props);
    const { data, indexer } = stacks;
    const chains = config.chains.filter((chain) => chain.index);
    const alarm = (name: string, settings: Omit<ConstructorParameters<typeof ServiceAlarm>[2], 'topic'>) =>
      new ServiceAlarm(this, name, { ...settings, topic: data.alarms });
    const rest = (name: string, statistic: string) => {
      const dimensionsMap = { ApiName: `${config.name}-data` };
      return new Metric({ namespace: 'AWS/ApiGateway', metricName: name, dimensionsMap, statistic, period: MINUTE });
    };
    const ofChain = (name: string, chainId: string, statistic = 'Maximum') =>
      new Metric({
        namespace: METRIC.namespace,
        metricName: name,
        dimensionsMap: { chainId, service: 'indexer' },
        statistic,
        period: MINUTE,
        label: chainId,
      });

    for (const { chainId } of chains) {
      alarm(`Lag${chainId}`, {
        metric: ofChain(METRIC.lagSeconds, chainId),
        threshold: 120,
        periods: 5,
        missing: TreatMissingData.BREACHING,
        impact: `Users of chain ${chainId} read data that is minutes old.`,
        runbook: 'a-chain-lags',
      });
      alarm(`Halted${chainId}`, {
        metric: ofChain(METRIC.halted, chainId),
        threshold: 1,
        impact: `Users of chain ${chainId} read data of a branch that its node has left; nothing new is indexed.`,
        runbook: 'a-chain-is-halted',
      });
    }
    alarm('ServerErrors', {
      metric: rest('5XXError', 'Average'),
      threshold: 0.01,
      periods: 5,
      impact: 'At least one request in a hundred fails.',
      runbook: 'requests-fail',
    });
    alarm('Latency', {
      metric: rest('Latency', 'p99'),
      threshold: 3_000,
      periods: 5,
      impact: 'One request in a hundred takes longer than three seconds.',
      runbook: 'requests-are-slow',
    });
    alarm('FollowerFailed', {
      metric: indexer.follower.fn.metricErrors({ period: MINUTE }),
      threshold: 3,
      periods: 5,
      impact: 'Users read data that grows old: the indexer ends with an error each minute.',
      runbook: 'the-follower-fails',
    });
    alarm('Throttled', {
      metric: data.table.table.metricThrottledRequestsForOperations({
        period: MINUTE,
        operations: [
          Operation.BATCH_WRITE_ITEM,
          Operation.PUT_ITEM,
          Operation.UPDATE_ITEM,
          Operation.QUERY,
          Operation.GET_ITEM,
        ],
      }),
      threshold: 10,
      periods: 5,
      impact: 'Requests and indexing slow down: the table refuses part of its load.',
      runbook: 'the-table-throttles',
    });

    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
    new Dashboard(this, 'Dashboard', {
      dashboardName: config.name,
      widgets: [
        [
          graph(
            'Lag, seconds',
            chains.map(({ chainId }) => ofChain(METRIC.lagSeconds, chainId)),
          ),
          graph(
            'Blocks indexed',
            chains.map(({ chainId }) => ofChain(METRIC.indexedBlocks, chainId, 'Sum')),
          ),
        ],
        [
          graph(
            'Freshness of a block, ms, p99',
            chains.map(({ chainId }) => ofChain(METRIC.freshness, chainId, 'p99')),
          ),
          graph(
            'Write units',
            chains.map(({ chainId }) => ofChain(METRIC.writeUnits, chainId, 'Sum')),
          ),
        ],
        [
          graph('Requests', [rest('Count', 'Sum')]),
          graph('Errors', [rest('4XXError', 'Sum'), rest('5XXError', 'Sum')]),
        ],
        [
          graph('Latency, ms', [rest('Latency', 'p50'), rest('Latency', 'p99')]),
          graph('Dead letters', [indexer.freshness.deadLetters.metricApproximateNumberOfMessagesVisible()]),
        ],
      ],
    });
  }
}
