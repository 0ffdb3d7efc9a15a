import { assemble, declareQueue } from '../../../local/storage/fauxqs';
import { folder, removeFolders } from '../support/assembly';

const HOUR_MS = 3_600_000;
const real = { now: Date.now, steady: performance.now.bind(performance) };
/** Moves both clocks, in ms; the monotonic one only to let time pass. */
const setClocks = (systemMs: number, steadyMs = 0): void => {
  Date.now = () => real.now() + systemMs;
  performance.now = () => real.steady() + steadyMs;
};

const url = 'http://127.0.0.1/queue';
const declaration = { name: 'queue', url, arn: 'arn:aws:sqs:us-east-1:000000000000:queue', attributes: {} };
type Opened = Awaited<ReturnType<typeof assemble>>;
const opened = new Set<() => Promise<void>>();

async function open(directory = folder()) {
  const parts: Opened = await assemble(directory);
  declareQueue(parts.sqs, declaration);
  const close = async () => {
    opened.delete(close);
    await parts.app.close();
    parts.sqs.persistence?.close();
  };
  opened.add(close);
  const call = async (action: string, body: object) => {
    const answer = await parts.app.inject({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${action}` },
      payload: JSON.stringify({ QueueUrl: url, ...body }),
    });
    return JSON.parse(answer.body) as { Messages?: { Body: string }[] };
  };
  return {
    directory,
    close,
    send: (body: string, DelaySeconds = 0) => call('SendMessage', { MessageBody: body, DelaySeconds }),
    received: async () =>
      ((await call('ReceiveMessage', { VisibilityTimeout: 30 })).Messages ?? []).map(({ Body }) => Body),
  };
}

describe('queue under clock changes', () => {
  afterEach(async () => {
    setClocks(0);
    for (const close of opened) await close();
  });
  afterAll(removeFolders);

  test('a message in flight is not redelivered when the clock is set ahead', async () => {
    const queue = await open();
    await queue.send('one');
    expect(await queue.received()).toEqual(['one']);
    setClocks(HOUR_MS);
    expect(await queue.received()).toEqual([]);
  });

  test('a message in flight is redelivered after its timeout when the clock is set back', async () => {
    setClocks(HOUR_MS);
    const queue = await open();
    await queue.send('one');
    expect(await queue.received()).toEqual(['one']);
    setClocks(0);
    expect(await queue.received()).toEqual([]);
    setClocks(31_000, 31_000);
    const received = await queue.received();
    setClocks(0); // the runner times tests with the same clocks
    expect(received).toEqual(['one']);
  });

  test('a delayed message is delivered after its delay when the clock is set back', async () => {
    setClocks(HOUR_MS);
    const queue = await open();
    await queue.send('late', 60);
    setClocks(0);
    expect(await queue.received()).toEqual([]);
    setClocks(61_000, 61_000);
    const received = await queue.received();
    setClocks(0); // the runner times tests with the same clocks
    expect(received).toEqual(['late']);
  });

  test('a delayed message is delivered at once after a restart with the clock set back', async () => {
    setClocks(HOUR_MS);
    const before = await open();
    await before.send('late', 60);
    await before.close();
    setClocks(0);
    const after = await open(before.directory);
    expect(await after.received()).toEqual(['late']);
  });
});
