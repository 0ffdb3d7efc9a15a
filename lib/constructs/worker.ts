import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { QueueName, QueueSpec } from '../../lambdas/core/contract/function';
import { ServiceAlarm } from './alarm';
import { ServiceFunction, type ServiceFunctionProps } from './function';

export interface WorkerProps extends ServiceFunctionProps {
  readonly timeoutSeconds: number;
  readonly queue: QueueSpec;
  readonly deadLetters: IQueue;
  readonly topic: ITopic;
}

/** SQS's maximum. */
const RETENTION = Duration.days(14);
/** Before a message is a dead letter. Long, as deliveries throttled by Lambda count: for hours in a new account. */
const PATIENCE_SECONDS = 3 * 3_600;

/** Create queues only through it: each has a DLQ and partial batch responses, and an alarm if lateness matters. */
export class Worker extends Construct {
  readonly queue: Queue;
  readonly worker: ServiceFunction;

  constructor(scope: Construct, id: string, { queue, deadLetters, topic, ...props }: WorkerProps) {
    super(scope, id);
    const visibilitySeconds = queue.visibilitySeconds ?? props.timeoutSeconds * 6;
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilitySeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: Math.ceil(PATIENCE_SECONDS / visibilitySeconds) },
      retentionPeriod: RETENTION,
    });
    this.worker = new ServiceFunction(this, 'Worker', props);
    this.worker.fn.addEventSource(
      new SqsEventSource(this.queue, {
        batchSize: queue.batchSize,
        maxConcurrency: queue.maxConcurrency,
        reportBatchItemFailures: true,
      }),
    );
    if (!queue.late) return;
    const { afterSeconds: threshold, ...alarm } = queue.late;
    const metric = this.queue.metricApproximateAgeOfOldestMessage({
      period: Duration.minutes(1),
      statistic: 'Maximum',
    });
    new ServiceAlarm(this, 'Late', { ...alarm, metric, threshold, periods: 5, topic });
  }
  grantSend(fn: ServiceFunction, variable: QueueName): void {
    fn.set(variable, this.queue.queueUrl);
    fn.allow(['sqs:SendMessage'], [this.queue.queueArn]);
  }
}
