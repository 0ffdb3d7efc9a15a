import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { REGION } from './identities';
import type { Functions } from './lambda/functions';
import type { Message, QueueClient } from './queues';
import type { Resource, Resources } from './resources';

type Mapping = Resource<'AWS::Lambda::EventSourceMapping'>['properties'];
interface BatchAnswer {
  readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
}

interface EventSourceParts {
  readonly sqs: QueueClient;
  readonly functions: Functions;
  /** Resolves when all writes of functions are on disk; messages are deleted only after that. */
  readonly synced: () => Promise<void>;
}

/** Pollers of a mapping without MaximumConcurrency. */
const DEFAULT_CONCURRENCY = 5;
/** Each batch runs in a thread, and more threads than processors slow each other down. */
const MAX_CONCURRENCY = Math.max(2, availableParallelism());
const MAX_RECEIVED_MESSAGES = 10;
const WAIT_SECONDS = 20;
const RETRY_DELAY_MS = 500;

/** Returns a stop function, which does not wait for running batches: their messages are redelivered. */
export function startEventSources(resources: Resources, { sqs, functions, synced }: EventSourceParts): () => void {
  const abort = new AbortController();
  const queueUrls = new Map(resources.of('AWS::SQS::Queue').map((queue) => [queue.attributes.Arn, queue.ref]));
  for (const { properties } of resources.of('AWS::Lambda::EventSourceMapping')) {
    const url = queueUrls.get(properties.EventSourceArn);
    if (!url) throw new Error(`An event source mapping reads ${properties.EventSourceArn}, which is not in any stack.`);
    const wanted = properties.ScalingConfig?.MaximumConcurrency ?? DEFAULT_CONCURRENCY;
    const pollers = properties.Enabled ? Math.min(wanted, MAX_CONCURRENCY) : 0;
    for (let n = 0; n < pollers; n++) void poll(url, properties, { sqs, functions, synced }, abort.signal);
  }
  return () => abort.abort();
}

async function poll(
  url: string,
  mapping: Mapping,
  { sqs, functions, synced }: EventSourceParts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const messages = await receiveBatch(url, mapping, sqs, signal);
      if (messages.length === 0) continue;
      const failed = await invoke(mapping, messages, functions);
      await synced();
      const done = messages.filter(({ MessageId }) => !failed.has(MessageId));
      for (let at = 0; at < done.length; at += MAX_RECEIVED_MESSAGES) {
        const entries = done.slice(at, at + MAX_RECEIVED_MESSAGES);
        await sqs('DeleteMessageBatch', {
          QueueUrl: url,
          Entries: entries.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle })),
        });
      }
    } catch (error) {
      if (signal.aborted) return;
      console.error(`Polling ${url} failed: ${error}`);
      await sleep(RETRY_DELAY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function receiveBatch(
  url: string,
  { BatchSize, MaximumBatchingWindowInSeconds }: Mapping,
  sqs: QueueClient,
  signal: AbortSignal,
): Promise<Message[]> {
  const batch: Message[] = [];
  let until: number | undefined; // the window opens with the first message
  while (batch.length < BatchSize) {
    const wait = until === undefined ? WAIT_SECONDS : Math.max(0, Math.ceil((until - performance.now()) / 1000));
    const { Messages = [] } = await sqs<{ Messages?: Message[] }>(
      'ReceiveMessage',
      {
        QueueUrl: url,
        MaxNumberOfMessages: Math.min(MAX_RECEIVED_MESSAGES, BatchSize - batch.length),
        WaitTimeSeconds: wait,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      },
      signal,
    );
    batch.push(...Messages);
    if (batch.length === 0) return batch;
    until ??= performance.now() + MaximumBatchingWindowInSeconds * 1000;
    if (performance.now() >= until || (Messages.length === 0 && wait === 0)) break;
  }
  return batch;
}

/** Returns the IDs of failed messages, which become visible again later. */
async function invoke(mapping: Mapping, messages: readonly Message[], functions: Functions): Promise<Set<string>> {
  const all = new Set(messages.map(({ MessageId }) => MessageId));
  try {
    const answer = (await functions
      .find(mapping.FunctionName)
      .invoke({ Records: messages.map((message) => record(message, mapping.EventSourceArn)) }, 'async')) as BatchAnswer;
    if (!mapping.FunctionResponseTypes.includes('ReportBatchItemFailures')) return new Set();
    const failed = new Set((answer?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier));
    // Like Lambda: an unknown ID fails the whole batch.
    return [...failed].every((id) => all.has(id)) ? failed : all;
  } catch {
    return all; // the error is in the function's log
  }
}

function record(message: Message, eventSourceARN: string) {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => {
    return [
      name,
      Object.fromEntries(Object.entries(value).map(([key, v]) => [key.charAt(0).toLowerCase() + key.slice(1), v])),
    ];
  });
  return {
    messageId: message.MessageId,
    receiptHandle: message.ReceiptHandle,
    body: message.Body,
    md5OfBody: message.MD5OfBody,
    attributes: message.Attributes,
    messageAttributes: Object.fromEntries(attributes),
    eventSource: 'aws:sqs',
    eventSourceARN,
    awsRegion: REGION,
  };
}
