import type { IncomingHttpHeaders, Server } from 'node:http';

// fauxqs' public entry point listens on every interface and does not move messages between queues durably.

interface StoredMessage {
  readonly messageAttributes: Readonly<Record<string, object>>;
}
interface Waiting {
  delayUntil?: number;
  readonly sentTimestamp: number;
}
interface Queue {
  readonly name: string;
  readonly arn: string;
  readonly attributes: Record<string, string>;
  readonly messages: readonly Waiting[];
  readonly inflightMessages: Map<string, { visibilityDeadline: number; readonly message: Waiting }>;
  readonly delayedMessages: readonly Waiting[];
  /** By group. */
  readonly fifoMessages: ReadonlyMap<string, readonly Waiting[]>;
  readonly fifoDelayed: ReadonlyMap<string, readonly Waiting[]>;
  persistence: Persistence;
  dequeue(max: number, visibilitySeconds: number | undefined, getDeadLetters: DeadLettersOf): unknown;
  enqueue(message: StoredMessage): void;
  setAttributes(attributes: Record<string, string>): void;
  processTimers(): void;
  pollTimer?: NodeJS.Timeout;
  startPollTimerIfNeeded(): void;
}
type DeadLettersOf = (arn: string) => Pick<Queue, 'enqueue'> | undefined;
interface Persistence {
  readonly db: {
    readonly isTransaction: boolean;
    exec(sql: string): void;
    prepare(sql: string): { run(...values: string[]): unknown };
  };
  load(sqs: SqsStore, sns: object, s3: S3Store): void;
  transaction(run: () => void): void;
  updateMessageReady(messageId: string): void;
  close(): void;
}
interface SqsStore {
  persistence?: Persistence;
  host: string;
  getQueueByArn(arn: string): Queue | undefined;
  createQueue(name: string, url: string, arn: string, attributes: Record<string, string>): Queue;
  allQueues(): Iterable<Queue>;
}
export interface S3Store {
  readonly buckets: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  persistence?: Persistence;
  createBucket(name: string): void;
}
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}
interface Reply {
  code(status: number): Reply;
  headers(values: Record<string, string>): Reply;
  send(body: string): Reply;
}
interface App {
  readonly server: Server;
  addHook(name: 'preHandler', hook: (call: Call, reply: Reply) => Promise<unknown>): void;
  addHook(name: 'onError', hook: (call: Call, reply: Reply, error: Error) => Promise<unknown>): void;
  addHook(name: 'onSend', hook: (call: Call, reply: Reply, body: unknown) => Promise<unknown>): void;
  ready(): Promise<unknown>;
  inject(request: object): Promise<{ readonly body: string }>;
  listen(options: { port: number; host: string }): Promise<string>;
  close(): Promise<void>;
}

/** SQS and S3 on one SQLite file and one HTTP server. */
export async function assemble(directory: string): Promise<{ app: App; sqs: SqsStore; s3: S3Store }> {
  const part = async <T>(file: string): Promise<T> => (await import(new URL(file, entry).href)) as T;
  const entry = import.meta.resolve('fauxqs');
  const { buildApp } = await part<{ buildApp(options: object): App }>('./app.js');
  const { SqsStore } = await part<{ SqsStore: new () => SqsStore }>('./sqs/sqsStore.js');
  const { SnsStore } = await part<{ SnsStore: new () => object }>('./sns/snsStore.js');
  const { S3Store } = await part<{ S3Store: new () => S3Store }>('./s3/s3Store.js');
  const { PersistenceManager } = await part<{ PersistenceManager: new (directory: string) => Persistence }>(
    './persistence.js',
  );

  const persistence = new PersistenceManager(directory);
  // Responses are sent after the data is on disk, so that acknowledged messages and objects survive a power cut.
  persistence.db.exec('PRAGMA synchronous = FULL');
  fixVisibility(persistence);
  returnReceived(persistence);
  fixTransaction(persistence);

  const [sqs, sns, s3] = [new SqsStore(), new SnsStore(), new S3Store()];
  sqs.host = ''; // so that queue URLs are built from the address of the request
  persistence.load(sqs, sns, s3); // before the stores write through, so that loading does not store again
  sqs.persistence = persistence;
  s3.persistence = persistence;
  for (const queue of sqs.allQueues()) {
    queue.persistence = persistence;
    // Sent in the future (clock skew): the remaining delay is unknown, so deliver now.
    for (const message of queue.delayedMessages)
      if (message.sentTimestamp > Date.now() + CLOCK_STEP_MS) message.delayUntil = 0;
    queue.processTimers();
  }
  const app = buildApp({ logger: false, stores: { sqsStore: sqs, snsStore: sns, s3Store: s3 } });
  return { app, sqs, s3 };
}

/** Maximum lateness of an expired delay or visibility timeout: SQS has a resolution of seconds. */
const TIMERS_MS = 100;

/** Keeps the messages of an existing queue. */
export function declareQueue(
  sqs: SqsStore,
  { name, url, arn, attributes }: { name: string; url: string; arn: string; attributes: Record<string, string> },
): void {
  const existing = sqs.getQueueByArn(arn); // createQueue would delete the messages of an existing queue
  existing?.setAttributes(attributes);
  const queue = existing ?? sqs.createQueue(name, url, arn, attributes);
  // Dead-lettering is a delete and an insert: one transaction, so that a kill in between loses nothing.
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (max, visibilitySeconds, getDeadLetters) => {
    let received: unknown;
    queue.persistence.transaction(() => {
      received = dequeue(max, visibilitySeconds, (deadArn) => markingSource(queue.arn, getDeadLetters(deadArn)));
    });
    return received;
  };
  // As shipped, every 20 ms for each polled queue: a third of the CPU time of an idle service.
  queue.startPollTimerIfNeeded = () => {
    queue.pollTimer ??= setInterval(() => queue.processTimers(), TIMERS_MS);
  };
  const followClock = clockFollower(queue);
  const processTimers = queue.processTimers.bind(queue);
  // Before any comparison of times, also in a receive.
  queue.processTimers = () => {
    followClock();
    processTimers();
  };
}

export interface QueueDepth {
  readonly visible: number;
  readonly inFlight: number;
  readonly delayed: number;
  /** Since the first of its messages that are not delayed could be received; 0 without one. */
  readonly oldestSeconds: number;
}

/** By name. */
export function getDepths(sqs: SqsStore): Record<string, QueueDepth> {
  const depths = [...sqs.allQueues()].map((queue): [string, QueueDepth] => {
    queue.processTimers(); // a queue that nobody receives from
    const visible = [...queue.messages, ...[...queue.fifoMessages.values()].flat()];
    const inFlight = [...queue.inflightMessages.values()].map(({ message }) => message);
    const delayed = [...queue.delayedMessages, ...[...queue.fifoDelayed.values()].flat()];
    const now = Date.now();
    const oldest = [...visible, ...inFlight].reduce(
      (first, { sentTimestamp, delayUntil = 0 }) => Math.min(first, Math.max(sentTimestamp, delayUntil)),
      now,
    );
    const oldestSeconds = (now - oldest) / 1_000;
    return [queue.name, { visible: visible.length, inFlight: inFlight.length, delayed: delayed.length, oldestSeconds }];
  });
  return Object.fromEntries(depths);
}

/** The system clock counts as set if it moves against the steady clock by this much. */
const CLOCK_STEP_MS = 1_000;

/** As shipped, setting the clock back would prolong waits, and ahead would redeliver messages in flight. */
function clockFollower(queue: Queue): () => void {
  const getLead = () => Date.now() - performance.now();
  let lead = getLead();
  return () => {
    const step = getLead() - lead;
    if (Math.abs(step) < CLOCK_STEP_MS) return;
    lead += step;
    for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline += step;
    if (step > 0) return; // delays may end early
    for (const message of queue.delayedMessages) if (message.delayUntil !== undefined) message.delayUntil += step;
  };
}

/** SQLite ends the transaction itself if the disk is full: as shipped, a second ROLLBACK hides the cause. */
function fixTransaction(persistence: Persistence): void {
  const { db } = persistence;
  persistence.transaction = (run) => {
    db.exec('BEGIN');
    try {
      run();
      db.exec('COMMIT');
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };
}

/** As shipped, making a message visible at once writes NULL into a NOT NULL column, and the message is lost. */
function fixVisibility(persistence: Persistence): void {
  const ready = persistence.db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => ready.run(messageId);
}

/** After a restart, without counting that receive: a few quick restarts must not dead-letter a message. */
function returnReceived({ db }: Persistence): void {
  db.exec(`UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL,
    approximate_receive_count = max(0, approximate_receive_count - 1) WHERE receipt_handle IS NOT NULL`);
}

/** SQS attribute with the source queue of a dead letter; fauxqs lacks it. */
const SOURCE = 'DeadLetterQueueSourceArn';

/** Kept as a message attribute until `showSource` moves it. */
function markingSource(arn: string, deadLetters: ReturnType<DeadLettersOf>): ReturnType<DeadLettersOf> {
  const source = { [SOURCE]: { DataType: 'String', StringValue: arn } };
  return (
    deadLetters && {
      enqueue: (message) =>
        deadLetters.enqueue({ ...message, messageAttributes: { ...message.messageAttributes, ...source } }),
    }
  );
}

interface Received {
  readonly MessageAttributes?: Readonly<Record<string, { readonly StringValue?: string }>>;
  readonly Attributes?: object;
}

/** Moves the source of dead letters to `Attributes`, as in SQS. */
export function showSource(body: unknown): unknown {
  if (typeof body !== 'string' || !body.includes(`"${SOURCE}":{`)) return body;
  const { Messages = [], ...answer } = JSON.parse(body) as { Messages?: readonly Received[] };
  const moved = Messages.map(({ MessageAttributes: { [SOURCE]: source, ...others } = {}, ...message }) => ({
    ...message,
    ...(source ? { Attributes: { ...message.Attributes, [SOURCE]: source.StringValue } } : {}),
    ...(Object.keys(others).length > 0 ? { MessageAttributes: others } : {}),
  }));
  return JSON.stringify({ ...answer, Messages: moved });
}
