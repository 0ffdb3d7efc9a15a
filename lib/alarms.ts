import { Duration } from 'aws-cdk-lib';
import { type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { Config } from '../lambdas/contract/config';
import type { AlarmSpec } from '../lambdas/contract/function';
import { functions, namesOf } from '../lambdas/contract/functions';
import { ServiceAlarm, type ServiceAlarmProps } from './constructs/alarm';
import type { DeployedFunction } from './functions';

/** Alarms of the API and of the table, which belong to no declared function. */
export const SERVICE_ALARMS = {
  ServerErrors: {
    threshold: 0.01,
    periods: 5,
    impact: 'At least one request in a hundred fails.',
    runbook: 'requests-fail',
  },
  Latency: {
    threshold: 3_000,
    periods: 5,
    impact: 'One request in a hundred takes longer than three seconds.',
    runbook: 'requests-are-slow',
  },
  ExportsFailed: {
    threshold: 1,
    periods: 1,
    impact: 'Exports of users fail, or were stopped.',
    runbook: 'exports-fail-or-wait',
  },
  Throttled: {
    threshold: 10,
    periods: 5,
    impact: 'Requests and indexing slow down: the table refuses part of its load.',
    runbook: 'the-table-throttles',
  },
} satisfies Record<string, Omit<ServiceAlarmProps, 'metric' | 'topic'>>;

/** Alarms of the API of the node RPC, where there are P-chains. */
export const RPC_ALARMS = {
  RpcServerErrors: {
    threshold: 0.01,
    periods: 5,
    impact: 'At least one request in a hundred to the node RPC fails.',
    runbook: 'requests-fail',
  },
} satisfies Record<string, Omit<ServiceAlarmProps, 'metric' | 'topic'>>;

/** A queue has an alarm on the age of its messages and one on its dead letters: `Worker` creates both. */
const ALARMS_PER_QUEUE = 2;

/** How many alarms a configuration deploys: their price is printed before there is a template. */
export function countAlarms(config: Config): number {
  const perScope = ({ scope }: AlarmSpec) => (scope === 'service' ? 1 : namesOf(scope, config).length);
  const ofApis = { ...SERVICE_ALARMS, ...(config.pChains.length > 0 ? RPC_ALARMS : {}) };
  return functions.reduce(
    (sum, { queue, alarms = [] }) =>
      alarms.reduce((count, alarm) => count + perScope(alarm), sum + (queue ? ALARMS_PER_QUEUE : 0)),
    Object.keys(ofApis).length,
  );
}

interface AlarmsProps {
  readonly config: Config;
  readonly topic: ITopic;
  /** The stack that the alarms are added to, as the declarations name it; absent for the function's own stack. */
  readonly stack?: AlarmSpec['stack'];
  readonly metricOf: (name: Exclude<AlarmSpec['metric'], 'errors'>, chainId: string | undefined) => IMetric;
}

/** Adds the alarms that functions declare for one stack, except those of their queues. */
export function addAlarms(
  scope: Construct,
  deployed: readonly DeployedFunction[],
  { config, topic, stack, metricOf }: AlarmsProps,
): void {
  for (const { spec, service } of deployed)
    for (const alarm of spec.alarms ?? []) {
      if (alarm.stack !== stack) continue;
      const { id, metric, threshold, minutes = 1, breachingWhenMissing, impact, runbook } = alarm;
      const missing = breachingWhenMissing ? { missing: TreatMissingData.BREACHING } : {};
      const shared = { threshold, periods: minutes, ...missing, runbook, topic };
      if (metric === 'errors') {
        const errors = service.fn.metricErrors({ period: Duration.minutes(1) });
        new ServiceAlarm(scope, id, { ...shared, metric: errors, impact });
      } else if (alarm.scope === 'service')
        new ServiceAlarm(scope, id, { ...shared, metric: metricOf(metric, undefined), impact });
      else
        for (const chainId of namesOf(alarm.scope, config))
          new ServiceAlarm(scope, `${id}${chainId}`, {
            ...shared,
            metric: metricOf(metric, chainId),
            impact: impact.replace('{chainId}', chainId),
          });
    }
}
