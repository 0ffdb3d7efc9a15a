import type { Clock } from '../clock';
import { openJsonClient } from './json-client';

/** How long a count is reused, ms: anyone may call the endpoint that shows it. */
const CACHE_MS = 30_000;

/** The queue of messages that failed repeatedly. */
export function openDeadLetters(url: string, now: Clock, client = openJsonClient('sqs')) {
  let last: { readonly count: number; readonly at: number } | undefined;
  return {
    /** Approximately how many there are, at most 30 seconds old. Throws if the queue does not answer. */
    async count(): Promise<number> {
      if (last && now() - last.at < CACHE_MS) return last.count;
      const AttributeNames = ['ApproximateNumberOfMessages'];
      const { answer } = await client.send('GetQueueAttributes', JSON.stringify({ QueueUrl: url, AttributeNames }));
      const { ApproximateNumberOfMessages } = answer.Attributes as Record<string, string>;
      last = { count: Number(ApproximateNumberOfMessages), at: now() };
      return last.count;
    },
  };
}
/** The result of `openDeadLetters`. */
export type DeadLetters = ReturnType<typeof openDeadLetters>;
