import type { Message, ReceiveMessageRequest, SQS } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { inParallel } from '../../lambdas/core/runtime/in-parallel';
import { stackName } from '../../lib/stack-names';
import { counted } from '../../site/front/format';
import { createQueues, type Target } from './service';

interface Options extends Target {
  readonly json?: boolean;
}

/** A message that failed repeatedly. */
interface DeadLetter {
  /** Name of the queue that it belongs to; undefined if the message does not say. */
  readonly queue?: string;
  /** ISO 8601. */
  readonly sentAt: string;
  readonly body: string;
  readonly group?: string;
  readonly receipt: string;
}

/** How long messages are hidden from other readers, seconds: a command that ends early leaves them so. */
const HIDDEN_SECONDS = 300;
const MAX_PARALLEL = 8;
/** Bodies that `list` shows of each queue, and their longest text. */
const [SHOWN, SHOWN_LENGTH] = [3, 200];

/** Adds `dead-letters`: shows messages that failed repeatedly, and returns them to their queues. */
export function deadLetterCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('dead-letters').description('messages that failed repeatedly');

  on(group.command('list'))
    .description('list them by the queue that they belong to')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- dead-letters list --local .local')
    .action(async (options: Options) => {
      const from = await createDeadLetters(options);
      const letters = await receiveAll(from);
      await release(from, letters);
      if (options.json) console.log(JSON.stringify(letters.map(shown), null, 2));
      else console.log(toText(letters));
    });

  on(group.command('redrive'))
    .description('return all of them to their queues, once the cause is fixed')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- dead-letters redrive --local .local\n\nA message that fails again comes back here. Workers handle a message that arrives twice.',
    )
    .action(async (options: Options) => {
      const from = await createDeadLetters(options);
      const letters = await receiveAll(from);
      const left = letters.filter(({ queue }) => queue === undefined);
      const returned = letters.filter(({ queue }) => queue !== undefined);
      await redrive(from, returned);
      await release(from, left);
      if (options.json) return console.log(JSON.stringify({ returned: returned.length, left: left.length }, null, 2));
      console.log(`${counted(returned.length, 'message')} returned to their queues.`);
      if (left.length > 0)
        console.log(`${counted(left.length, 'message')} left: they do not name their queue. \`list\` shows them.`);
    });
}

interface DeadLetterQueue {
  readonly sqs: SQS;
  readonly url: string;
}

/** The queue has the name that CloudFormation gave it: it begins with the stack's and the construct's. */
async function createDeadLetters(target: Target): Promise<DeadLetterQueue> {
  const { name, sqs } = await createQueues(target);
  const QueueNamePrefix = `${stackName(name, 'data')}-DeadLetters`;
  const { QueueUrls: [url] = [] } = await sqs.listQueues({ QueueNamePrefix });
  if (!url) throw new Error(`${name} has no queue of dead letters in this account and region: deploy it first`);
  return { sqs, url };
}

/** All dead letters, hidden from other readers. */
async function receiveAll({ sqs, url }: DeadLetterQueue): Promise<DeadLetter[]> {
  const request = {
    QueueUrl: url,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: HIDDEN_SECONDS,
    // Any wait makes SQS ask all of its servers.
    WaitTimeSeconds: 1,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  } satisfies ReceiveMessageRequest;
  const letters: DeadLetter[] = [];
  for (;;) {
    const { Messages = [] } = await sqs.receiveMessage(request);
    if (Messages.length === 0) return letters;
    letters.push(...Messages.map(readLetter));
  }
}

function readLetter({ Body = '', ReceiptHandle = '', Attributes = {}, MessageAttributes }: Message): DeadLetter {
  // An event that the bus could not put into a queue names that queue.
  const arn = Attributes.DeadLetterQueueSourceArn ?? MessageAttributes?.TARGET_ARN?.StringValue;
  const { MessageGroupId: group } = Attributes;
  return {
    ...(arn === undefined ? {} : { queue: arn.split(':').at(-1) ?? arn }),
    sentAt: new Date(Number(Attributes.SentTimestamp)).toISOString(),
    body: Body,
    ...(group === undefined ? {} : { group }),
    receipt: ReceiptHandle,
  };
}

/** Sends messages to their queues, and then deletes them here: one that is cut off between the two arrives twice. */
async function redrive({ sqs, url }: DeadLetterQueue, letters: readonly DeadLetter[]): Promise<void> {
  const urls = new Map<string, string>();
  for (const queue of new Set(letters.flatMap((letter) => letter.queue ?? [])))
    urls.set(queue, (await sqs.getQueueUrl({ QueueName: queue })).QueueUrl ?? '');
  await inParallel(letters, MAX_PARALLEL, async ({ queue = '', body, group, receipt }) => {
    const own = group === undefined ? {} : { MessageGroupId: group };
    await sqs.sendMessage({ QueueUrl: urls.get(queue), MessageBody: body, ...own });
    await sqs.deleteMessage({ QueueUrl: url, ReceiptHandle: receipt });
  });
}

/** Makes messages visible again, to other readers and to the alarm. */
async function release({ sqs, url: QueueUrl }: DeadLetterQueue, letters: readonly DeadLetter[]): Promise<void> {
  await inParallel(letters, MAX_PARALLEL, async ({ receipt: ReceiptHandle }) => {
    await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  });
}

const shown = ({ receipt: _, ...letter }: DeadLetter): object => letter;

function toText(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'There are no dead letters.';
  const lines = [...Map.groupBy(letters, ({ queue }) => queue ?? 'unknown queue')].flatMap(([queue, own]) => [
    `${queue}: ${counted(own.length, 'message')}`,
    ...own.slice(0, SHOWN).map(({ sentAt, body }) => `  ${sentAt}  ${body.slice(0, SHOWN_LENGTH)}`),
    ...(own.length > SHOWN ? [`  … and ${own.length - SHOWN} more`] : []),
  ]);
  return [...lines, '`dead-letters redrive` returns them to their queues.'].join('\n');
}
