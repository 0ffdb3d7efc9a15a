import { setTimeout as sleep } from 'node:timers/promises';
import { readAssembly } from '../../../local/assembly';
import { queueDeclarations } from '../../../local/declarations';
import { createMetrics } from '../../../local/prometheus/metrics';
import { reportQueues } from '../../../local/prometheus/queues';
import { loadResources } from '../../../local/resources';
import { assemble, declareQueue, getDepths } from '../../../local/storage/fauxqs';
import { parseScrape } from '../../support/prometheus/parse';
import { folder, removeFolders, writeAssembly } from '../support/assembly';

const queue = (properties: object = {}) => ({ Type: 'AWS::SQS::Queue', Properties: { ...properties } });
const RedrivePolicy = { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 1 };
const Resources = {
  Jobs: queue({ RedrivePolicy }),
  Ordered: queue({ QueueName: 'ordered.fifo', FifoQueue: true, ContentBasedDeduplication: true }),
  Idle: queue(),
  Dead: queue(),
};

describe('depths of queues', () => {
  const resources = loadResources(readAssembly(writeAssembly({ app: { Resources } })), 'http://127.0.0.1');
  const removed = {
    name: 'removed',
    url: 'http://127.0.0.1/0/removed',
    arn: 'arn:aws:sqs:x:0:removed',
    attributes: {},
  };
  let parts: Awaited<ReturnType<typeof assemble>>;
  beforeAll(async () => {
    parts = await assemble(folder());
    // One that the template no longer has.
    for (const one of [...queueDeclarations(resources), removed]) declareQueue(parts.sqs, one);
  });
  afterAll(async () => {
    await parts.app.close();
    parts.sqs.persistence?.close();
    removeFolders();
  });
  const call = (action: string, name: string, body: object) =>
    parts.app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
      payload: JSON.stringify({ QueueUrl: `http://127.0.0.1/000000000000/${name}`, ...body }),
    });
  const send = (name: string, more: object = {}) => call('SendMessage', name, { MessageBody: 'x', ...more });
  const receive = (VisibilityTimeout: number) => call('ReceiveMessage', 'app-Jobs', { VisibilityTimeout });
  const scrape = () => {
    const metrics = createMetrics();
    reportQueues(metrics, resources, getDepths(parts.sqs));
    return parseScrape(metrics.text());
  };
  const getStates = (name: string) =>
    ['visible', 'in_flight', 'delayed'].map((state) => scrape().sum('sqs_messages', { queue: name, state }));
  const getAge = (name: string) => scrape().sum('sqs_oldest_message_age_seconds', { queue: name }) ?? -1;

  test('queues show their messages by state, and the age of the oldest without the delay that its sender chose', async () => {
    expect(getStates('app-Jobs')).toEqual([0, 0, 0]);
    expect(getAge('app-Jobs')).toBe(0);
    await send('app-Jobs', { DelaySeconds: 60 });
    await sleep(10);
    expect([getStates('app-Jobs'), getAge('app-Jobs')]).toEqual([[0, 0, 1], 0]);
    await send('app-Jobs');
    await send('app-Jobs');
    await receive(30);
    await sleep(10);
    expect(getStates('app-Jobs')).toEqual([1, 1, 1]);
    expect(getAge('app-Jobs')).toBeGreaterThan(0);
  });

  test('the messages of every group of a FIFO queue are shown', async () => {
    await send('ordered.fifo', { MessageGroupId: 'a', MessageBody: '1' });
    await send('ordered.fifo', { MessageGroupId: 'b', MessageBody: '2' });
    await sleep(10);
    expect(getStates('ordered.fifo')).toEqual([2, 0, 0]);
    expect(getAge('ordered.fifo')).toBeGreaterThan(0);
  });

  test('a dead-letter queue has a metric of its own, also while its messages are looked at', async () => {
    expect(scrape().sum('sqs_dead_letters', { queue: 'app-Dead' })).toBe(0);
    await receive(0);
    await receive(0); // a second time: dead
    await receive(0);
    const { find, sum } = scrape();
    expect(sum('sqs_dead_letters')).toBe(1);
    expect(find('sqs_messages', { queue: 'app-Dead' })).toEqual([]);
    await call('ReceiveMessage', 'app-Dead', { VisibilityTimeout: 30 });
    expect(scrape().sum('sqs_dead_letters', { queue: 'app-Dead' })).toBe(1);
  });

  test('a queue that the template no longer has is not shown', () => {
    expect(Object.keys(getDepths(parts.sqs))).toContain('removed');
    expect(scrape().samples.filter((sample) => sample.labels.queue === 'removed')).toEqual([]);
  });

  // Last, as it moves the clock of every queue.
  test('an expired delay makes a message visible, with its age counted from then, even without a receiver', async () => {
    await send('app-Idle', { DelaySeconds: 60 });
    const clocks = [Date, performance].map((clock) => {
      const now = clock.now();
      return jest.spyOn(clock, 'now').mockImplementation(() => now + 61_000);
    });
    const seen = [getStates('app-Idle'), Math.floor(getAge('app-Idle'))];
    for (const clock of clocks) clock.mockRestore();
    expect(seen).toEqual([[1, 0, 0], 1]);
  });
});
