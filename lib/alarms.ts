import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { coveredBy, functions, getGroups, isNeeded } from '../lambdas/app/contract/functions';
import { chunk } from '../lambdas/core/contract/chunk';
import type { Config } from '../lambdas/core/contract/config';
import type { AlarmSpec, FunctionSpec } from '../lambdas/core/contract/function';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';
import { ServiceAlarm, type ServiceAlarmProps } from './constructs/alarm';
import { serviceMetric } from './constructs/service-metric';
import type { DeployedFunction } from './functions';

/** `metrics`: the number it watches, 1 by default. */
type OtherAlarm = Omit<ServiceAlarmProps, 'metric' | 'topic'> & { readonly metrics?: number };

export const SERVICE_ALARMS: Readonly<
  Record<'ServerErrors' | 'Latency' | 'ExportsFailed' | 'Throttled' | 'DeadLetters', OtherAlarm>
> = {
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
    impact: 'User exports fail, or were stopped.',
    runbook: 'exports-fail-or-wait',
  },
  Throttled: {
    threshold: 10,
    periods: 5,
    impact: 'Requests and indexing slow down: the table throttles requests.',
    runbook: 'the-table-throttles',
    metrics: 2,
  },
  DeadLetters: {
    threshold: 1,
    impact:
      'Webhooks or token metadata are incomplete: messages failed too often. See `npm run cli -- dead-letters list`; `redrive` retries them.',
    runbook: 'dead-letters',
  },
};

export const RPC_ALARMS: Readonly<Record<'RpcServerErrors', OtherAlarm>> = {
  RpcServerErrors: {
    threshold: 0.01,
    periods: 5,
    impact: 'At least one node RPC request in a hundred fails.',
    runbook: 'requests-fail',
  },
};

const MAX_METRICS = 10;
/** Assumed lag of a group without data, so that a silent follower fires the alarm. */
const SILENT_LAG_SECONDS = 3_600;

const getAlarms = (spec: FunctionSpec, config: Config): readonly AlarmSpec[] =>
  (spec.alarms ?? []).filter(({ metric, scope }) =>
    metric === 'errors' ? isNeeded(spec, config) : scope === 'service' || coveredBy(scope, config).length > 0,
  );

/** A group is named after its first chain. */
const groupNames = ({ schedule }: FunctionSpec, config: Config): string[] =>
  schedule ? getGroups(schedule, config).flatMap(([first]) => first?.name ?? []) : [];

/** The unit of AWS's price. Computed without a template, because the price is printed before synthesis. */
export function countAlarmMetrics(config: Config): number {
  const ofAlarm = (spec: FunctionSpec, { metric }: AlarmSpec) =>
    metric === 'lagSeconds' ? groupNames(spec, config).length : 1;
  const ofFunctions = functions.reduce(
    (sum, spec) =>
      getAlarms(spec, config).reduce((count, alarm) => count + ofAlarm(spec, alarm), sum + (spec.queue?.late ? 1 : 0)),
    0,
  );
  const ofService = Object.values(SERVICE_ALARMS).reduce((sum, { metrics = 1 }) => sum + metrics, 0);
  return ofFunctions + ofService + (servesNodeRpc(config) ? Object.keys(RPC_ALARMS).length : 0);
}

interface AlarmsProps {
  readonly config: Config;
  readonly topic: ITopic;
  readonly stack?: AlarmSpec['stack'];
}

/** Adds the alarms declared for one stack, except those of queues. */
export function addAlarms(
  scope: Construct,
  deployed: readonly DeployedFunction[],
  { config, topic, stack }: AlarmsProps,
): void {
  for (const spec of functions) {
    const own = deployed.find((one) => one.spec === spec);
    if (stack === undefined && !own) continue;
    for (const alarm of getAlarms(spec, config)) {
      if (alarm.stack !== stack) continue;
      const { id, metric: name, threshold, minutes = 1, breachingWhenMissing, impact, runbook } = alarm;
      const missing = breachingWhenMissing ? { missing: TreatMissingData.BREACHING } : {};
      for (const [i, metric] of getMetrics(name, spec, own, config).entries())
        new ServiceAlarm(scope, i === 0 ? id : `${id}${i}`, {
          metric,
          threshold,
          periods: minutes,
          ...missing,
          impact,
          runbook,
          topic,
        });
    }
  }
}

/** Several if an alarm's groups exceed MAX_METRICS. */
function getMetrics(
  name: AlarmSpec['metric'],
  spec: FunctionSpec,
  own: DeployedFunction | undefined,
  config: Config,
): IMetric[] {
  if (name === 'errors') return own ? [own.service.fn.metricErrors({ period: Duration.minutes(1) })] : [];
  if (name !== 'lagSeconds') return [serviceMetric(name)];
  return chunk(groupNames(spec, config), MAX_METRICS).map((groups) => {
    const metrics = groups.map((group) => serviceMetric(name, { group }, { label: group }));
    const [only, ...others] = metrics;
    if (only && others.length === 0) return only;
    const usingMetrics = Object.fromEntries(metrics.map((metric, i) => [`group${i}`, metric]));
    const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, ${SILENT_LAG_SECONDS})`);
    return new MathExpression({ expression: `MAX([${filled.join(', ')}])`, usingMetrics, period: Duration.minutes(1) });
  });
}
