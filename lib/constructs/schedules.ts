import { Duration } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { getRuns } from '../../lambdas/app/contract/functions';
import type { Config } from '../../lambdas/core/contract/config';
import type { FunctionSpec, ScheduleSpec } from '../../lambdas/core/contract/function';
import { allowInvoke, type ServiceFunction } from './function';

/** Older events are dropped, because the next tick does the work; AWS's minimum is 60. */
const INTERVAL_SECONDS: Readonly<Record<ScheduleSpec['rate'], number>> = {
  'rate(1 minute)': 60,
  'rate(1 hour)': 3_600,
};

export function addSchedules(
  scope: Construct,
  { id, schedule }: Pick<FunctionSpec, 'id' | 'schedule'>,
  service: ServiceFunction,
  config: Config,
): void {
  if (!schedule) return;
  // Not retried: the next scheduled run is the retry, and two concurrent runs would only contend.
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
  const { chainsPerRun, perWorker } = schedule;
  let groups = 0;
  for (const { chains, worker } of getRuns(schedule, config)) {
    if (worker === 0) groups += 1;
    const chainIds = chains.map(({ name }) => name);
    // Single-chain runs are named after their chain: a group's number would shift with each added chain.
    const name = chainsPerRun === undefined && chainIds.length === 1 ? `Chain${chainIds[0]}` : `Group${groups - 1}`;
    const id = worker === 0 ? name : `${name}Worker${worker}`;
    addSchedule(group, id, schedule, service, role, { chainIds, ...(perWorker ? { worker } : {}) });
  }
}

function addRole(scope: Construct, id: string, { fn }: ServiceFunction): Role {
  const role = new Role(scope, id, { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
  allowInvoke(role, fn);
  return role;
}

/** Empty for the whole service. */
interface ScheduleInput {
  readonly chainIds: readonly string[];
  readonly worker?: number;
}

function addSchedule(
  scope: Construct,
  id: string,
  { description, rate }: ScheduleSpec,
  { fn }: ServiceFunction,
  { roleArn }: Role,
  input: ScheduleInput = { chainIds: [] },
): void {
  const { chainIds } = input;
  new CfnSchedule(scope, id, {
    // AWS's limit is 512 characters.
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
