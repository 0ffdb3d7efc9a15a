import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../../lambdas/contract/function';
import { coveredBy, groupsOf } from '../../lambdas/contract/functions';
import { allowInvoke, type ServiceFunction } from './function';

/** Seconds between two ticks. A tick that is older is dropped, as the next one does its work; AWS allows 60 at least. */
const INTERVAL_SECONDS: Readonly<Record<ScheduleSpec['rate'], number>> = {
  'rate(1 minute)': 60,
  'rate(1 hour)': 3_600,
};

/** Schedules a function as it declares: once per chain, for each of a chain's workers, per group of chains, or once for the service. */
export function addSchedules(
  scope: Construct,
  { id, schedule }: Pick<FunctionSpec, 'id' | 'schedule'>,
  service: ServiceFunction,
  config: Config,
): void {
  if (!schedule) return;
  // A failed run is not retried: the next scheduled run is its retry, and two concurrent runs would only contend.
  service.fn.configureAsyncInvoke({
    retryAttempts: 0,
    maxEventAge: Duration.seconds(INTERVAL_SECONDS[schedule.rate]),
  });
  if (schedule.scope === 'service') {
    addSchedule(scope, schedule.id, schedule, service, addRole(scope, `${id}Role`, service));
    return;
  }
  const group = new Construct(scope, schedule.id);
  const role = addRole(group, 'Role', service);
  if (schedule.chainsPerRun !== undefined) {
    for (const [i, chains] of groupsOf(schedule, config).entries())
      addSchedule(group, `Group${i}`, schedule, service, role, { chainIds: chains.map(({ name }) => name) });
    return;
  }
  for (const { name: chainId, backfillWorkers = 1 } of coveredBy(schedule.scope, config)) {
    if (!schedule.perWorker) addSchedule(group, `Chain${chainId}`, schedule, service, role, { chainId });
    else
      for (let worker = 0; worker < backfillWorkers; worker++) {
        const id = `Chain${chainId}${worker === 0 ? '' : `Worker${worker}`}`;
        addSchedule(group, id, schedule, service, role, { chainId, worker });
      }
  }
}

function addRole(scope: Construct, id: string, { fn }: ServiceFunction): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
  allowInvoke(role, fn);
  return role;
}

/** The payload of a run: a chain with one of its workers, or a group of chains; nothing for the whole service. */
interface ScheduleInput {
  readonly chainId?: string;
  readonly worker?: number;
  readonly chainIds?: readonly string[];
}

function addSchedule(
  scope: Construct,
  id: string,
  { description, rate }: ScheduleSpec,
  { fn }: ServiceFunction,
  { roleArn }: Role,
  input: ScheduleInput = {},
): void {
  const { chainId, chainIds = chainId === undefined ? [] : [chainId] } = input;
  new CfnSchedule(scope, id, {
    // AWS allows 512 characters.
    description: description.replace('{chainId}', chainIds.join(', ')).slice(0, 512),
    scheduleExpression: rate,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: fn.functionArn,
      roleArn,
      ...(chainIds.length === 0 ? {} : { input: JSON.stringify(input) }),
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: INTERVAL_SECONDS[rate] },
    },
  });
}
