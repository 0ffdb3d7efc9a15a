import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { BLOCK_EVENT } from '../../lambdas/contract/events';
import { allowInvoke, ServiceFunction } from '../constructs/function';
import { Worker } from '../constructs/worker';
import type { DataStack } from './data';

/** Longer than a minute: a follower hands over to the next tick's, which may come late within its minute. */
const FOLLOW_TIMEOUT = Duration.seconds(150);

/** The follower of every chain, and the bus that tells of their blocks. */
export class IndexerStack extends Stack {
  readonly follower: ServiceFunction;
  readonly freshness: Worker;
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, config: Config, data: DataStack, code: Code, props?: StackProps) {
    super(scope, id, props);
    const logRetention = config.logRetentionDays as RetentionDays;
    this.bus = new EventBus(this, 'Bus', { eventBusName: `${config.name}-blocks` });

    this.follower = new ServiceFunction(this, 'Follow', {
      code,
      handler: 'follow.handler',
      logRetention,
      memoryMb: 512,
      timeout: FOLLOW_TIMEOUT,
    });
    // A tick that fails is not run again: the next minute's is its retry, and two followers help nobody.
    this.follower.fn.configureAsyncInvoke({ retryAttempts: 0 });
    const rows = ['Cursor', 'BlockRecord', 'Block', 'ChainTx', 'FailedTx', 'Tx', 'AddressTx', 'AddressChain'] as const;
    data.table.grant(this.follower, { reads: rows, writes: rows });
    this.follower.set('bucket', data.raw.bucketName);
    this.follower.allow(['s3:GetObject', 's3:PutObject'], [data.raw.arnForObjects('raw/*')]);
    this.follower.set('bus', this.bus.eventBusName);
    this.follower.allow(['events:PutEvents'], [this.bus.eventBusArn]);
    this.follower.grantSources(`/${config.name}/sources`, config.chains);
    this.schedule(config);

    this.freshness = new Worker(this, 'BlockFreshness', {
      code,
      handler: 'block-freshness.handler',
      logRetention,
      memoryMb: 256,
      batchSize: 10,
      maxConcurrency: 2,
      lateAfter: Duration.minutes(5),
      impact: 'Users feel nothing: the figure that says how fresh blocks are is late.',
      runbook: 'block-events-are-late',
      topic: data.alarms,
    });
    // Rules target queues, never functions: what is not handled yet stays where it can be seen.
    new Rule(this, 'BlocksToFreshness', {
      eventBus: this.bus,
      eventPattern: { source: [BLOCK_EVENT.source], detailType: [BLOCK_EVENT.added, BLOCK_EVENT.removed] },
      targets: [new SqsQueue(this.freshness.queue)],
    });
  }

  /** One tick a minute for each chain: one chain's trouble is never another's. */
  private schedule(config: Config): void {
    const role = new Role(this, 'Scheduler', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    allowInvoke(role, this.follower.fn);
    for (const { chainId, index } of config.chains) {
      if (!index) continue;
      new CfnSchedule(this, `Chain${chainId}`, {
        description: `Follows chain ${chainId}`,
        scheduleExpression: 'rate(1 minute)',
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: this.follower.fn.functionArn,
          roleArn: role.roleArn,
          input: JSON.stringify({ chainId }),
          // The next minute's tick is the retry.
          retryPolicy: { maximumRetryAttempts: 0 },
        },
      });
    }
  }
}
