import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { sqs } from '../../core/aws/sqs';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';

/** How long a count is reused, ms: anyone may call the endpoint that shows it. */
const CACHE_MS = 30_000;
/** How long the queue is waited for, ms: a health check must not fail with it. */
const TIMEOUT_MS = 2_000;

/** The queue of messages that failed repeatedly. */
export function createDeadLetters(url: string, now: Clock, client: Pick<SQSClient, 'send'> = sqs()) {
  let last: { readonly count: number; readonly at: number } | undefined;
  return {
    /** Approximately how many there are, at most 30 seconds old. Throws if the queue does not answer. */
    async count(): Promise<number> {
      if (last && msSince(last.at, now()) < CACHE_MS) return last.count;
      const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] });
      const { Attributes } = await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!Attributes) throw new Error('the queue gives no attributes');
      last = { count: Number(Attributes.ApproximateNumberOfMessages), at: now() };
      return last.count;
    },
  };
}
/** The result of `createDeadLetters`. */
export type DeadLetters = ReturnType<typeof createDeadLetters>;
