import { functions, getNames } from '../../lambdas/app/contract/functions';
import type { Config } from '../../lambdas/core/contract/config';
import type { Scope } from '../../lambdas/core/contract/function';
import { METRIC, type MetricName, SERVICES, UNITS } from '../../lambdas/core/contract/metrics';
import { DELIVERY_OUTCOMES } from '../../lambdas/webhooks/contract/delivery';
import { toMetric } from '../../local/prometheus/log-lines';
import type { Metric } from '../../local/prometheus/metrics';
import type { MetricsOptions } from '../../local/runner';

export const DELIVERIES: Metric = {
  name: 'chaindata_webhook_deliveries_total',
  type: 'counter',
  help: 'Webhook messages: delivered, retried (an attempt failed), failed (the last one did), or revoked by a reorg.',
};

/** A CloudWatch metric as Prometheus has it. */
export const toServiceMetric = (name: MetricName): Metric =>
  toMetric({ namespace: METRIC.namespace, name: METRIC[name], unit: UNITS[name] ?? 'Count' });

export function getMetrics(config: Config, port: number): MetricsOptions {
  const alarmed = functions.flatMap(({ alarms = [] }) => alarms);
  const counted: readonly { readonly metric: 'errors' | MetricName; readonly scope: Scope }[] = [
    ...alarmed,
    { metric: 'nodeFailures', scope: 'followedChains' },
  ];
  return {
    port,
    logCounters: [{ metric: DELIVERIES, message: 'sender batch done', label: 'outcome', fields: DELIVERY_OUTCOMES }],
    zeros: counted.flatMap(({ metric, scope }) =>
      metric === 'errors' || UNITS[metric] ? [] : getZeros(metric, scope, config),
    ),
  };
}

function getZeros(name: MetricName, scope: Scope, config: Config): NonNullable<MetricsOptions['zeros']> {
  const metric = toServiceMetric(name);
  const service = SERVICES[name] ?? 'indexer';
  if (scope === 'service') return [{ metric, labels: { service } }];
  return getNames(scope, config).map((chain_id) => ({ metric, labels: { service, chain_id } }));
}
