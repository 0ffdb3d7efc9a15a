import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ENV } from '../../lambdas/contract/env';
import { ServiceAlarm } from './alarm';
import { ServiceFunction, type ServiceFunctionProps } from './function';

/** A worker's function, and how its queue is read and watched. */
export interface WorkerProps extends ServiceFunctionProps {
  readonly batchSize: number;
  readonly maxConcurrency: number;
  /** One sentence: what users feel while messages wait or fail. */
  readonly impact: string;
  readonly runbook: string;
  /** Age of the oldest message at which someone should look. */
  readonly lateAfter: Duration;
  readonly topic: ITopic;
  /** How soon a message comes again that nobody said a word of. Six times the timeout unless said, as AWS advises. */
  readonly visibility?: Duration;
  /** Deliveries of a message after which it is a dead letter. 5 unless said. */
  readonly tries?: number;
}

/** A queue and the function that empties it: the only way to make one, so that none lacks DLQ, partial batches, alarms. */
export class Worker extends Construct {
  readonly queue: Queue;
  readonly deadLetters: Queue;
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkerProps) {
    super(scope, id);
    const timeout = props.timeout ?? Duration.seconds(30);
    const shared = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', { ...shared, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, 'Queue', {
      ...shared,
      visibilityTimeout: props.visibility ?? Duration.seconds(timeout.toSeconds() * 6),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: props.tries ?? 5 },
    });
    this.worker = new ServiceFunction(this, 'Worker', { ...props, timeout });
    this.worker.fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: props.batchSize,
        maxConcurrency: props.maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
    const { impact, runbook, topic } = props;
    new ServiceAlarm(this, 'Late', {
      metric: this.queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: 'Maximum' }),
      threshold: props.lateAfter.toSeconds(),
      periods: 5,
      impact,
      runbook,
      topic,
    });
    new ServiceAlarm(this, 'Failed', {
      metric: this.deadLetters.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: 1,
      impact,
      runbook: 'dead-letters',
      topic,
    });
  }
  /** May send to the queue, whose URL is in this variable of its. */
  grantSend(fn: ServiceFunction, variable: keyof typeof ENV): void {
    fn.set(variable, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
