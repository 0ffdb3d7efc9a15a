import { DeleteMessageBatchCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { inGroups } from '../runtime/in-groups';
import { MAX_BATCH_MESSAGES, takenAll } from './queue-batch';
import { sqs } from './sqs';

/** A received message. It is redelivered unless it is removed within the queue's visibility timeout. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** The client gives up a request after ten. */
const MAX_WAIT_SECONDS = 5;

/** Receives from one queue, for a function that goes on taking messages while it waits. */
export function createInbox(url: string, client: Pick<SQSClient, 'send'> = sqs()) {
  const remove = inGroups(MAX_BATCH_MESSAGES, async (group: readonly Received[]) => {
    const Entries = group.map(({ receipt }, i) => ({ Id: String(i), ReceiptHandle: receipt }));
    takenAll(await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries })), 'kept');
    return () => undefined;
  });
  return {
    /** Up to `max` messages, and no more than 10; none if none came within `waitSeconds`, which count as 5 at most. */
    async receive(max: number, waitSeconds: number): Promise<Received[]> {
      const command = new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(max, MAX_BATCH_MESSAGES),
        WaitTimeSeconds: Math.min(waitSeconds, MAX_WAIT_SECONDS),
      });
      const { Messages = [] } = await client.send(command);
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
    },
    /** Together with those that are removed at the same time. Throws if the queue kept any of them. */
    remove: (message: Received): Promise<void> => remove(message),
  };
}
/** What `createInbox` gives. */
export type Inbox = ReturnType<typeof createInbox>;
