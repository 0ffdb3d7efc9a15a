import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { chunk } from '../contract/chunk';
import { MAX_BATCH_MESSAGES, takenAll } from './queue-batch';
import { sqs } from './sqs';

/** `delaySeconds`: 900 at most. `group`: the tenant, so that each gets its share (SQS fair queues). */
interface SendOptions {
  readonly signal?: () => AbortSignal;
  readonly delaySeconds?: number;
  readonly group?: string;
}

export function createQueue(url: string, client: Pick<SQSClient, 'send'> = sqs()) {
  return {
    /** Unordered. Throws if any message was rejected: the caller repeats all, though some may have been sent. */
    async send(messages: readonly unknown[], { signal, delaySeconds, group }: SendOptions = {}): Promise<void> {
      const batches = chunk(messages, MAX_BATCH_MESSAGES);
      // All at once: the client opens at most 50 connections.
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
export type Queue = ReturnType<typeof createQueue>;
