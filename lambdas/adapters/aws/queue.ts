import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunk } from '../../domain/chunk';

/** Messages of one request: SQS's own limit. */
const BATCH = 10;

/** Sends to one queue. */
export function openQueue(url: string, client = new SQSClient({})) {
  return {
    /**
     * Sends all, each as JSON, in no order, to be seen after `delaySeconds` (900 at most). Throws when one was not accepted:
     * the caller does it again.
     */
    async send(
      messages: readonly unknown[],
      { signal, delaySeconds }: { readonly signal?: () => AbortSignal; readonly delaySeconds?: number } = {},
    ): Promise<void> {
      const batches = chunk(messages, BATCH);
      // All at once: the client opens no more than its 50 connections.
      await Promise.all(
        batches.map(async (batch) => {
          const Entries = batch.map((message, i) => ({
            Id: String(i),
            MessageBody: JSON.stringify(message),
            ...(delaySeconds ? { DelaySeconds: delaySeconds } : {}),
          }));
          const command = new SendMessageBatchCommand({ QueueUrl: url, Entries });
          const { Failed = [] } = await client.send(command, signal ? { abortSignal: signal() } : {});
          if (Failed.length > 0) throw new Error(`${Failed.length} messages were not accepted: ${Failed[0]?.Code}`);
        }),
      );
    },
  };
}
/** What `openQueue` gives. */
export type Queue = ReturnType<typeof openQueue>;
