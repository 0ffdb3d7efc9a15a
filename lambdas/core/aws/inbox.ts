import { DeleteMessageBatchCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { inGroups } from '../runtime/concurrency';
import { MAX_BATCH_MESSAGES, takenAll } from './queue-batch';
import { sqs } from './sqs';

/** Redelivered after the queue's visibility timeout unless it is removed. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** Below the client's request timeout of 10 s. */
const MAX_WAIT_SECONDS = 5;

export function createInbox(url: string, client: Pick<SQSClient, 'send'> = sqs()) {
  const remove = inGroups(MAX_BATCH_MESSAGES, async (group: readonly Received[]) => {
    const Entries = group.map(({ receipt }, i) => ({ Id: String(i), ReceiptHandle: receipt }));
    takenAll(await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries })), 'failed to delete');
    return () => undefined;
  });
  return {
    /** Empty if no message arrives within `waitSeconds`, which is capped at 5. */
    async receive(max: number, waitSeconds: number): Promise<Received[]> {
      const command = new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(max, MAX_BATCH_MESSAGES),
        WaitTimeSeconds: Math.min(waitSeconds, MAX_WAIT_SECONDS),
      });
      const { Messages = [] } = await client.send(command);
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
    },
    remove: (message: Received): Promise<void> => remove(message),
  };
}
export type Inbox = ReturnType<typeof createInbox>;
