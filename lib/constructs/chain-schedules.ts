import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Construct } from 'constructs';
import { allowInvoke, type ServiceFunction } from './function';

/** What is run for each of these chains, and how often: `rate(1 minute)`. */
export interface ChainSchedulesProps {
  readonly worker: ServiceFunction;
  readonly rate: string;
  /** What the worker does to a chain: "Follows". */
  readonly does: string;
  readonly chains: readonly { readonly chainId: string }[];
}

/** Runs a function for each chain by itself: one chain's trouble is never another's. */
export class ChainSchedules extends Construct {
  constructor(scope: Construct, id: string, { worker, rate, does, chains }: ChainSchedulesProps) {
    super(scope, id);
    // A tick that fails is not run again: the next one is its retry, and two workers help nobody.
    worker.fn.configureAsyncInvoke({ retryAttempts: 0 });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    allowInvoke(role, worker.fn);
    for (const { chainId } of chains) {
      new CfnSchedule(this, `Chain${chainId}`, {
        description: `${does} chain ${chainId}`,
        scheduleExpression: rate,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: worker.fn.functionArn,
          roleArn: role.roleArn,
          input: JSON.stringify({ chainId }),
          retryPolicy: { maximumRetryAttempts: 0 },
        },
      });
    }
  }
}
