import type { IncomingHttpHeaders, Server } from 'node:http';

/*
 * fauxqs' public entry listens on every interface and cannot store durably what it moves between queues.
 * So its parts are put together here, and some of them mended.
 */

interface StoredMessage {
  readonly messageAttributes: Readonly<Record<string, object>>;
}
interface Queue {
  readonly arn: string;
  readonly attributes: Record<string, string>;
  readonly inflightMessages: Map<string, { visibilityDeadline: number }>;
  readonly delayedMessages: readonly { delayUntil?: number; readonly sentTimestamp: number }[];
  persistence: Persistence;
  dequeue(max: number, visibilitySeconds: number | undefined, getDeadLetters: DeadLettersOf): unknown;
  enqueue(message: StoredMessage): void;
  setAttributes(attributes: Record<string, string>): void;
  processTimers(): void;
  pollTimer?: NodeJS.Timeout;
  startPollTimerIfNeeded(): void;
}
/** Finds a queue of dead letters by its ARN. */
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
/** Its objects, by bucket and then by key. */
export interface S3Store {
  readonly buckets: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  persistence?: Persistence;
  createBucket(name: string): void;
}
/** The part of a Fastify request that hooks read. */
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

/** SQS and S3 over one SQLite file, and one HTTP server for both. */
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
  // What was answered is on disk: not even a power cut takes a message or an object that others rely on.
  persistence.db.exec('PRAGMA synchronous = FULL');
  mendVisibility(persistence);
  returnReceived(persistence);
  mendTransaction(persistence);

  const [sqs, sns, s3] = [new SqsStore(), new SnsStore(), new S3Store()];
  sqs.host = ''; // so that queue URLs are built from the address of the request
  persistence.load(sqs, sns, s3); // before the stores write through, so that loading does not store again
  sqs.persistence = persistence;
  s3.persistence = persistence;
  for (const queue of sqs.allQueues()) {
    queue.persistence = persistence;
    // A clock that ran ahead wrote these: how long they still have to wait is unknown.
    for (const message of queue.delayedMessages)
      if (message.sentTimestamp > Date.now() + CLOCK_STEP_MS) message.delayUntil = 0;
    queue.processTimers();
  }
  const app = buildApp({ logger: false, stores: { sqsStore: sqs, snsStore: sns, s3Store: s3 } });
  return { app, sqs, s3 };
}

/** How late a message may be whose delay or visibility timeout ended: SQS knows seconds. */
const TIMERS_MS = 100;

/** Makes a queue, or gives an existing one these attributes. Its messages stay. */
export function declareQueue(
  sqs: SqsStore,
  { name, url, arn, attributes }: { name: string; url: string; arn: string; attributes: Record<string, string> },
): void {
  const existing = sqs.getQueueByArn(arn); // createQueue would delete the messages of an existing queue
  existing?.setAttributes(attributes);
  const queue = existing ?? sqs.createQueue(name, url, arn, attributes);
  // A move to the dead-letter queue is a delete and an insert. One transaction, so that a kill between them loses nothing.
  const dequeue = queue.dequeue.bind(queue);
  queue.dequeue = (max, visibilitySeconds, getDeadLetters) => {
    let received: unknown;
    queue.persistence.transaction(() => {
      received = dequeue(max, visibilitySeconds, (deadArn) => markingSource(queue.arn, getDeadLetters(deadArn)));
    });
    return received;
  };
  // As shipped, every 20 ms for each queue that somebody waits for: a third of what an idle service costs.
  queue.startPollTimerIfNeeded = () => {
    queue.pollTimer ??= setInterval(() => queue.processTimers(), TIMERS_MS);
  };
  const followClock = clockFollower(queue);
  const processTimers = queue.processTimers.bind(queue);
  // Before any time is compared, by a receive too.
  queue.processTimers = () => {
    followClock();
    processTimers();
  };
}

/** The system's clock was set if it differs from a steady one by this much more than before, ms. */
const CLOCK_STEP_MS = 1_000;

/**
 * Moves the times of a queue's messages with a clock that is set. As shipped, they would wait for longer after a step
 * back; after a step ahead, messages in flight would be delivered again.
 */
function clockFollower(queue: Queue): () => void {
  const leadOfClock = () => Date.now() - performance.now();
  let lead = leadOfClock();
  return () => {
    const step = leadOfClock() - lead;
    if (Math.abs(step) < CLOCK_STEP_MS) return;
    lead += step;
    for (const entry of queue.inflightMessages.values()) entry.visibilityDeadline += step;
    if (step > 0) return; // A delay may end early.
    for (const message of queue.delayedMessages) if (message.delayUntil !== undefined) message.delayUntil += step;
  };
}

/** SQLite itself ends a transaction when the disk is full. As shipped, the error of a second end hides the reason. */
function mendTransaction(persistence: Persistence): void {
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

/** Without this fix, making a message visible immediately writes NULL into a NOT NULL column, and the message is lost. */
function mendVisibility(persistence: Persistence): void {
  const ready = persistence.db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => ready.run(messageId);
}

/**
 * The receivers of these messages ended with the process before they could delete them: they are ready again, and that
 * receive does not count. Otherwise a few quick restarts would turn a message that never failed into a dead letter.
 */
function returnReceived({ db }: Persistence): void {
  db.exec(`UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL,
    approximate_receive_count = max(0, approximate_receive_count - 1) WHERE receipt_handle IS NOT NULL`);
}

/** The attribute in which SQS shows the queue that a dead letter came from. fauxqs lacks it. */
const SOURCE = 'DeadLetterQueueSourceArn';

/** A queue of dead letters that stores the source of each message, as a message attribute until `showSource` moves it. */
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

/** The body of an answer of SQS, with the source of dead letters where SQS shows it. */
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
