import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../../lambdas/contract/function';
import { coveredBy } from '../../lambdas/contract/functions';
import { allowInvoke, type ServiceFunction } from './function';

/** Seconds between two ticks. A tick that is older is dropped, as the next one does its work; AWS allows 60 at least. */
const INTERVAL_SECONDS: Readonly<Record<ScheduleSpec['rate'], number>> = {
  'rate(1 minute)': 60,
  'rate(1 hour)': 3_600,
};

/** Schedules a function as it declares: once per chain, for each of a chain's workers, or once for the service. */
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

function addSchedule(
  scope: Construct,
  id: string,
  { description, rate }: ScheduleSpec,
  { fn }: ServiceFunction,
  { roleArn }: Role,
  input?: { readonly chainId: string; readonly worker?: number },
): void {
  new CfnSchedule(scope, id, {
    description: description.replace('{chainId}', input?.chainId ?? ''),
    scheduleExpression: rate,
    flexibleTimeWindow: { mode: 'OFF' },
    target: {
      arn: fn.functionArn,
      roleArn,
      ...(input === undefined ? {} : { input: JSON.stringify(input) }),
      retryPolicy: { maximumRetryAttempts: 0, maximumEventAgeInSeconds: INTERVAL_SECONDS[rate] },
    },
  });
}
