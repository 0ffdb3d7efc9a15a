import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

/** A received message. It is redelivered unless it is removed within the queue's visibility timeout. */
export interface Received {
  readonly body: string;
  readonly receipt: string;
}

/** SQS's limit for one request. */
const MAX_MESSAGES = 10;

/** Receives from one queue, for a function that goes on taking messages while it waits. */
export function openInbox(url: string, client = new SQSClient({})) {
  return {
    /** Up to `max` messages, and no more than 10; none if none came within `waitSeconds`. */
    async receive(max: number, waitSeconds: number): Promise<Received[]> {
      const MaxNumberOfMessages = Math.min(max, MAX_MESSAGES);
      const command = new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages, WaitTimeSeconds: waitSeconds });
      const { Messages = [] } = await client.send(command);
      return Messages.map(({ Body = '', ReceiptHandle = '' }) => ({ body: Body, receipt: ReceiptHandle }));
    },
    async remove({ receipt }: Received): Promise<void> {
      await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: receipt }));
    },
  };
}
/** What `openInbox` gives. */
export type Inbox = ReturnType<typeof openInbox>;
