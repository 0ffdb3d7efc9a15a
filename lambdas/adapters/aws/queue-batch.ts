import type { JsonClient } from './json-client';

/** SQS's limit for one request. */
export const MAX_BATCH_MESSAGES = 10;

/** What a queue does with an entry that it did not take. */
const FAILURES = { SendMessageBatch: 'rejected', DeleteMessageBatch: 'kept' } as const;

/** The field may be null instead of absent. */
interface Answer {
  readonly Failed?: readonly { readonly Code?: string }[] | null;
}

/** Sends an action with several entries, at most ten, to a queue. Throws if the queue did not take all of them. */
export async function sendBatch(
  client: JsonClient,
  action: keyof typeof FAILURES,
  batch: { readonly QueueUrl: string; readonly Entries: readonly object[] },
  signal?: AbortSignal,
): Promise<void> {
  const { answer } = await client.send(action, JSON.stringify(batch), signal);
  const { Failed }: Answer = answer;
  if (Failed?.length) throw new Error(`queue ${FAILURES[action]} ${Failed.length} messages: ${Failed[0]?.Code}`);
}
