import { GetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { sqs } from '../../core/aws/sqs';
import { msSince } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';

/** The endpoint that shows the count is public. */
const CACHE_MS = 30_000;
/** The health check must not depend on the queue. */
const TIMEOUT_MS = 2_000;

export function createDeadLetters(url: string, now: Clock, client: Pick<SQSClient, 'send'> = sqs()) {
  let last: { readonly count: number; readonly at: number } | undefined;
  return {
    /** Approximate, at most 30 seconds old. Throws if SQS does not answer. */
    async count(): Promise<number> {
      if (last && msSince(last.at, now()) < CACHE_MS) return last.count;
      const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] });
      const { Attributes } = await client.send(command, { abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
      if (!Attributes) throw new Error('SQS returned no queue attributes');
      last = { count: Number(Attributes.ApproximateNumberOfMessages), at: now() };
      return last.count;
    },
  };
}
export type DeadLetters = ReturnType<typeof createDeadLetters>;
