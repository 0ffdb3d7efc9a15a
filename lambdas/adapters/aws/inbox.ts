import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { inGroups } from '../in-groups';

/** A received message. It is redelivered unless it is removed within the queue's visibility timeout. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** SQS's limit for one request. */
const MAX_MESSAGES = 10;

/** Receives from one queue, for a function that goes on taking messages while it waits. */
export function openInbox(url: string, client = new SQSClient({})) {
  const remove = inGroups(MAX_MESSAGES, async (group: readonly Received[]) => {
    const Entries = group.map(({ receipt }, i) => ({ Id: String(i), ReceiptHandle: receipt }));
    const { Failed = [] } = await client.send(new DeleteMessageBatchCommand({ QueueUrl: url, Entries }));
    if (Failed.length > 0) throw new Error(`queue kept ${Failed.length} messages: ${Failed[0]?.Code}`);
    return () => undefined;
  });
  return {
    /** Up to `max` messages, and no more than 10; none if none came within `waitSeconds`. */
    async receive(max: number, waitSeconds: number): Promise<Received[]> {
      const MaxNumberOfMessages = Math.min(max, MAX_MESSAGES);
      const command = new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages, WaitTimeSeconds: waitSeconds });
      const { Messages = [] } = await client.send(command);
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
    },
    /** Together with those that are removed at the same time. Throws if the queue kept any of them. */
    remove: (message: Received): Promise<void> => remove(message),
  };
}
/** What `openInbox` gives. */
export type Inbox = ReturnType<typeof openInbox>;
