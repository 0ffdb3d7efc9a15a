import type { Message, ReceiveMessageRequest, SQS } from '@aws-sdk/client-sqs';
import type { Command } from 'commander';
import { inParallel } from '../../lambdas/core/runtime/concurrency';
import { stackName } from '../../lib/stack-names';
import { counted } from '../../site/shared/format';
import { createQueues, type Target } from './service';

interface Options extends Target {
  readonly json?: boolean;
}

interface DeadLetter {
  /** Name of the source queue; undefined if the message does not name it. */
  readonly queue?: string;
  readonly sentAt: string;
  readonly body: string;
  readonly group?: string;
  readonly receipt: string;
}

/** An interrupted command leaves received messages hidden until then. */
const HIDDEN_SECONDS = 300;
const MAX_PARALLEL = 8;
const [SHOWN, SHOWN_LENGTH] = [3, 200];

export function deadLetterCommands(program: Command, on: (command: Command) => Command): void {
  const group = program.command('dead-letters').description('list and redrive messages that failed too often');

  on(group.command('list'))
    .description('list dead letters by source queue')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- dead-letters list --local .local')
    .action(async (options: Options) => {
      const from = await createDeadLetters(options);
      const letters = await receiveAll(from);
      await release(from, letters);
      if (options.json) console.log(JSON.stringify(letters.map(shown), null, 2));
      else console.log(toText(letters));
    });

  on(group.command('redrive'))
    .description('return all dead letters to their source queues (fix the cause first)')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- dead-letters redrive --local .local\n\nA message that fails again becomes a dead letter again. Workers are idempotent, so a message may be delivered twice.',
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
        console.log(`${counted(left.length, 'message')} left, with no source queue: see \`dead-letters list\`.`);
    });
}

interface DeadLetterQueue {
  readonly sqs: SQS;
  readonly url: string;
}

/** By name prefix: CloudFormation builds names from the stack's and the construct's id. */
async function createDeadLetters(target: Target): Promise<DeadLetterQueue> {
  const { name, sqs } = await createQueues(target);
  const QueueNamePrefix = `${stackName(name, 'data')}-DeadLetters`;
  const { QueueUrls: [url] = [] } = await sqs.listQueues({ QueueNamePrefix });
  if (!url) throw new Error(`${name} has no dead-letter queue in this account and region: deploy it first`);
  return { sqs, url };
}

/** Hides the messages from other readers. */
async function receiveAll({ sqs, url }: DeadLetterQueue): Promise<DeadLetter[]> {
  const request = {
    QueueUrl: url,
    MaxNumberOfMessages: 10,
    VisibilityTimeout: HIDDEN_SECONDS,
    // Any wait enables long polling, which queries all SQS servers.
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
  // Set by EventBridge on an event that it could not deliver to a queue.
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

/** Sends each message before it deletes it here, so an interruption between the two delivers it twice. */
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

/** Makes messages visible again, so that the alarm counts them. */
async function release({ sqs, url: QueueUrl }: DeadLetterQueue, letters: readonly DeadLetter[]): Promise<void> {
  await inParallel(letters, MAX_PARALLEL, async ({ receipt: ReceiptHandle }) => {
    await sqs.changeMessageVisibility({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 });
  });
}

const shown = ({ receipt: _, ...letter }: DeadLetter): object => letter;

function toText(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No dead letters.';
  const lines = [...Map.groupBy(letters, ({ queue }) => queue ?? 'unknown queue')].flatMap(([queue, own]) => [
    `${queue}: ${counted(own.length, 'message')}`,
    ...own.slice(0, SHOWN).map(({ sentAt, body }) => `  ${sentAt}  ${body.slice(0, SHOWN_LENGTH)}`),
    ...(own.length > SHOWN ? [`  … and ${own.length - SHOWN} more`] : []),
  ]);
  return [...lines, 'Return them to their queues with `dead-letters redrive`.'].join('\n');
}
