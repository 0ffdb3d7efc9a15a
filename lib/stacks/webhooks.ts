import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Code } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import type { Config } from '../../lambdas/contract/config';
import { BLOCK_EVENT } from '../../lambdas/contract/events';
import type { EntityName } from '../../lambdas/table/schema';
import { ServiceAlarm } from '../constructs/alarm';
import { allowInvoke, ServiceFunction } from '../constructs/function';
import { Worker } from '../constructs/worker';
import type { DataStack } from './data';
import type { IndexerStack } from './indexer';

/** A receiver should not wait three minutes because a function was cut off. The event source's maximum sees to it that none is throttled. */
const SOON_AGAIN = Duration.minutes(1);
/** A function that is cut off counts a delivery against each message that it holds: none shall end as a dead letter for that. */
const TRIES = 20;

/** From a block to its messages, and from a message to its receiver. */
export class WebhooksStack extends Stack {
  readonly matcher: Worker;
  readonly sender: Worker;
  readonly sweeper: ServiceFunction;
  readonly replayer: Worker;

  constructor(
    scope: Construct,
    id: string,
    config: Config,
    { data, indexer }: { readonly data: DataStack; readonly indexer: IndexerStack },
    code: Code,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const logRetention = config.logRetentionDays as RetentionDays;
    this.sender = new Worker(this, 'Send', {
      code,
      handler: 'send.handler',
      logRetention,
      memoryMb: 512,
      // A receiver may take ten seconds; then comes what the table and the bucket take.
      timeout: Duration.seconds(30),
      visibility: SOON_AGAIN,
      tries: TRIES,
      batchSize: 10,
      maxConcurrency: 50,
      lateAfter: Duration.minutes(5),
      impact: 'Users receive webhooks minutes late.',
      runbook: 'webhooks-are-late',
      topic: data.alarms,
    });
    data.table.grant(this.sender.worker, {
      reads: ['Webhook', 'WatchedAddresses', 'WebhookSecret', 'WebhookHealth', 'Message', 'Token'],
      // It turns a webhook off that wants no more.
      writes: ['Webhook', 'WebhookSecret', 'WebhookHealth', 'Message'],
    });
    this.sender.grantSend(this.sender.worker, 'deliveries');

    this.matcher = new Worker(this, 'Match', {
      code,
      handler: 'match.handler',
      logRetention,
      memoryMb: 512,
      visibility: SOON_AGAIN,
      tries: TRIES,
      batchSize: 10,
      maxConcurrency: 10,
      lateAfter: Duration.minutes(5),
      impact: 'Users receive webhooks minutes late: blocks wait to be matched.',
      runbook: 'webhooks-are-late',
      topic: data.alarms,
    });
    data.table.grant(this.matcher.worker, {
      reads: [
        ...['ShardVersions', 'AddressShard', 'Subscription', 'Webhook', 'Block', 'BlockRecord'],
        ...['BlockMessages', 'Revocation', 'HeldMessage', 'Message'],
      ] as EntityName[],
      writes: ['Message', 'BlockMessages', 'Revocation', 'HeldMessage'],
    });
    this.sender.grantSend(this.matcher.worker, 'deliveries');
    this.matcher.grantSend(this.matcher.worker, 'matches');
    for (const { worker } of [this.matcher, this.sender]) {
      worker.set('bucket', data.raw.bucketName);
      for (const objects of ['raw/*', 'traces/*']) worker.allow(['s3:GetObject'], [data.raw.arnForObjects(objects)]);
      // Without it S3 does not tell an absent object from a forbidden one.
      worker.allow(['s3:ListBucket'], [data.raw.bucketArn]);
    }
    new Rule(this, 'BlocksToMatch', {
      eventBus: indexer.bus,
      eventPattern: {
        source: [BLOCK_EVENT.source],
        detailType: [BLOCK_EVENT.added, BLOCK_EVENT.removed, BLOCK_EVENT.traced],
      },
      targets: [new SqsQueue(this.matcher.queue)],
    });

    this.replayer = new Worker(this, 'Replay', {
      code,
      handler: 'replay.handler',
      logRetention,
      memoryMb: 256,
      batchSize: 1,
      maxConcurrency: 2,
      lateAfter: Duration.minutes(15),
      impact: 'Users who asked for messages to be sent again wait for them.',
      runbook: 'webhooks-are-late',
      topic: data.alarms,
    });
    data.table.grant(this.replayer.worker, { reads: ['Message'] });
    this.sender.grantSend(this.replayer.worker, 'deliveries');
    this.replayer.grantSend(this.replayer.worker, 'replays');

    this.sweeper = new ServiceFunction(this, 'Sweep', {
      code,
      handler: 'sweep.handler',
      logRetention,
      memoryMb: 256,
      timeout: Duration.seconds(50),
    });
    data.table.grant(this.sweeper, { reads: ['Message'] });
    this.sender.grantSend(this.sweeper, 'deliveries');
    this.sweeper.fn.configureAsyncInvoke({ retryAttempts: 0 });
    const role = new Role(this, 'SweepRole', { assumedBy: new ServicePrincipal('scheduler.amazonaws.com') });
    allowInvoke(role, this.sweeper.fn);
    new CfnSchedule(this, 'EachMinute', {
      description: 'Puts webhook messages on their way whose time to be tried again has come',
      scheduleExpression: 'rate(1 minute)',
      flexibleTimeWindow: { mode: 'OFF' },
      target: { arn: this.sweeper.fn.functionArn, roleArn: role.roleArn, retryPolicy: { maximumRetryAttempts: 0 } },
    });
    new ServiceAlarm(this, 'SweepFailed', {
      metric: this.sweeper.fn.metricErrors({ period: Duration.minutes(1) }),
      threshold: 1,
      periods: 5,
      impact: 'Users whose receivers were down are not sent what they missed: it waits.',
      runbook: 'webhooks-are-late',
      topic: data.alarms,
    });
  }
}
