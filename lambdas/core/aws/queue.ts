import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { chunk } from '../contract/chunk';
import { MAX_BATCH_MESSAGES, takenAll } from './queue-batch';
import { sqs } from './sqs';

/** How messages are sent. */
interface SendOptions {
  readonly signal?: () => AbortSignal;
  readonly delaySeconds?: number;
  readonly group?: string;
}

/** Sends to one queue. */
export function createQueue(url: string, client: Pick<SQSClient, 'send'> = sqs()) {
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
          takenAll(await client.send(command, signal && { abortSignal: signal() }), 'rejected');
        }),
      );
    },
  };
}
/** What `createQueue` gives. */
export type Queue = ReturnType<typeof createQueue>;
