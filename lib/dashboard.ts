import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { getNames } from '../lambdas/app/contract/functions';
import type { Config } from '../lambdas/core/contract/config';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';
import type { ApiProps } from './constructs/api';
import { serviceMetric } from './constructs/service-metric';
import type { DeployedFunction } from './functions';

export const apiMetric = (
  { name }: Pick<Config, 'name'>,
  metricName: string,
  statistic: string,
  api: ApiProps['name'] = 'data',
): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: `${name}-${api}` },
    statistic,
    period: Duration.minutes(1),
  });

export function addDashboard(
  scope: Construct,
  config: Config,
  { functions, deadLetters }: { readonly functions: readonly DeployedFunction[]; readonly deadLetters: IQueue },
): void {
  const period = Duration.minutes(1);
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
  const perChain = (title: string, name: Parameters<typeof serviceMetric>[0], statistic = 'Maximum') => {
    return graph(
      title,
      getNames('followedChains', config).map((chain) =>
        serviceMetric(name, { chainId: chain }, { statistic, label: chain }),
      ),
    );
  };
  const getGraph =
    (name: ApiProps['name']) =>
    (title: string, ...metrics: [name: string, statistic: string][]) =>
      graph(
        title,
        metrics.map(([metric, statistic]) => apiMetric(config, metric, statistic, name)),
      );
  const [api, rpc] = [getGraph('data'), getGraph('rpc')];
  const ofRpc = [
    [rpc('Node RPC: requests', ['Count', 'Sum']), rpc('Node RPC: errors', ['4XXError', 'Sum'], ['5XXError', 'Sum'])],
    [
      rpc('Node RPC: latency, ms', ['Latency', 'p50'], ['Latency', 'p99']),
      graph(
        'P-Chain nodes that do not answer',
        getNames('pChains', config).map((name) => serviceMetric('down', { chainId: name }, { label: name })),
      ),
    ],
  ];
  const queues = functions.flatMap(({ spec, worker }) => (worker ? [{ ...worker, label: spec.id }] : []));
  const services = functions.map(({ spec, service }) => ({ fn: service.fn, label: spec.id }));
  new Dashboard(scope, 'Dashboard', {
    dashboardName: config.name,
    widgets: [
      [perChain('Lag, seconds', 'lagSeconds'), perChain('Blocks indexed', 'indexedBlocks', 'Sum')],
      [perChain('Freshness of a block, ms, p99', 'freshness', 'p99'), perChain('Write units', 'writeUnits', 'Sum')],
      [api('Requests', ['Count', 'Sum']), api('Errors', ['4XXError', 'Sum'], ['5XXError', 'Sum'])],
      [
        api('Latency, ms', ['Latency', 'p50'], ['Latency', 'p99']),
        graph('Dead letters', [deadLetters.metricApproximateNumberOfMessagesVisible({ period })]),
      ],
      [
        graph(
          'Oldest message of each queue, seconds',
          queues.map(({ queue, label }) => queue.metricApproximateAgeOfOldestMessage({ label, period })),
        ),
        graph(
          'Errors of functions',
          services.map(({ fn, label }) => fn.metricErrors({ label, period })),
        ),
      ],
      [
        graph(
          'Runs of functions',
          services.map(({ fn, label }) => fn.metricInvocations({ label, period })),
        ),
        graph(
          'Duration of functions, ms, p99',
          services.map(({ fn, label }) => fn.metricDuration({ label, period, statistic: 'p99' })),
        ),
      ],
      ...(servesNodeRpc(config) ? ofRpc : []),
    ],
  });
}
