import { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { chunk } from '../../contract/chunk';

/** SQS's limit for one request. */
const MAX_BATCH_MESSAGES = 10;

/** How messages are sent. */
interface SendOptions {
  readonly signal?: () => AbortSignal;
  readonly delaySeconds?: number;
  readonly group?: string;
}

/** Sends to one queue. */
export function openQueue(url: string, client = new SQSClient({})) {
  return {
    /**
     * Sends all, each as JSON, in no particular order, delayed by `delaySeconds` (900 at most). `group`: whose they are,
     * so that the queue gives everybody a share (SQS fair queues). Throws if one was not accepted: the caller repeats it.
     */
    async send(messages: readonly unknown[], { signal, delaySeconds, group }: SendOptions = {}): Promise<void> {
      const batches = chunk(messages, MAX_BATCH_MESSAGES);
      // All at once: the client opens no more than its 50 connections.
      await Promise.all(
        batches.map(async (batch) => {
          const Entries = batch.map((message, i) => ({
            Id: String(i),
            MessageBody: JSON.stringify(message),
            ...(delaySeconds ? { DelaySeconds: delaySeconds } : {}),
            ...(group === undefined ? {} : { MessageGroupId: group }),
          }));
          const command = new SendMessageBatchCommand({ QueueUrl: url, Entries });
          const { Failed = [] } = await client.send(command, signal ? { abortSignal: signal() } : {});
          if (Failed.length > 0) throw new Error(`queue rejected ${Failed.length} messages: ${Failed[0]?.Code}`);
        }),
      );
    },
  };
}
/** What `openQueue` gives. */
export type Queue = ReturnType<typeof openQueue>;
