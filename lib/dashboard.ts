import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { Config } from '../lambdas/contract/config';
import { chainsOf } from '../lambdas/contract/functions';
import { serviceMetric } from './constructs/service-metric';
import type { DeployedFunction } from './functions';

/** A metric of the REST API, per minute. */
export const apiMetric = ({ name }: Config, metricName: string, statistic: string): Metric =>
  new Metric({
    namespace: 'AWS/ApiGateway',
    metricName,
    dimensionsMap: { ApiName: `${name}-data` },
    statistic,
    period: Duration.minutes(1),
  });

/** One dashboard for every chain, the API, and every declared queue and function. */
export function addDashboard(scope: Construct, config: Config, functions: readonly DeployedFunction[]): void {
  const period = Duration.minutes(1);
  const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 12 });
  const perChain = (title: string, name: Parameters<typeof serviceMetric>[0], statistic = 'Maximum') => {
    const chains = chainsOf('indexedChains', config);
    return graph(
      title,
      chains.map(({ chainId }) => serviceMetric(name, chainId, { statistic, label: chainId })),
    );
  };
  const api = (title: string, ...metrics: [name: string, statistic: string][]) =>
    graph(
      title,
      metrics.map(([name, statistic]) => apiMetric(config, name, statistic)),
    );
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
        graph(
          'Dead letters',
          queues.map(({ deadLetters, label }) =>
            deadLetters.metricApproximateNumberOfMessagesVisible({ label, period }),
          ),
        ),
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
    ],
  });
}
