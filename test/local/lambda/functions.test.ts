import { cpSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { readAssembly } from '../../../local/assembly';
import { createFunctions } from '../../../local/lambda/functions';
import { loadResources } from '../../../local/resources';
import { folder, functionResource, removeFolders, writeAssembly } from '../support/assembly';
import { unreadMetrics } from '../support/unread-metrics';

const modules = {
  // Imported by the others and loaded once per thread.
  shared: `import { threadId } from 'node:worker_threads';
    let loads = 0;
    export const load = () => ({ threadId, loads: ++loads });`,
  one: `import { readdirSync, writeFileSync } from 'node:fs';
    import { load } from './shared.mjs';
    const { threadId, loads } = load();
    let calls = 0;
    export const handler = async (event, { functionName }) => {
      console.log({ by: process.env.AWS_LAMBDA_FUNCTION_NAME });
      if (event.set) process.env.PLACE = event.set;
      if (event.leave) setTimeout(() => console.log('left behind', process.env.PLACE), 50);
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      if (event.wait) await wait(event.wait);
      if (event.place) writeFileSync(event.place + '/' + threadId, '');
      while (event.place && readdirSync(event.place).length < event.threads) await wait(10);
      const { AWS_LAMBDA_FUNCTION_NAME: name, KIND: kind, PLACE: place } = process.env;
      return { threadId, loads, calls: ++calls, functionName, name, kind, place };
    };`,
  two: `export { handler } from './one.mjs?two';`,
  small: `export { handler } from './one.mjs?small';`,
  slow: `import { load } from './shared.mjs';
    const { threadId } = load();
    await new Promise((resolve) => setTimeout(resolve, 300));
    export const handler = async () => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { threadId };
    };`,
  stuck: 'export const handler = () => { for (;;); };',
  exits: 'export const handler = () => { process.exit(1); };',
  throws: 'export const handler = () => new Promise(() => { setTimeout(() => { throw new Error("outside"); }, 10); });',
};
const variables = (Variables: Record<string, string>) => ({ Environment: { Variables } });
const Resources = {
  One: functionResource('one'),
  Two: functionResource('two'),
  Again: functionResource('one'),
  Small: functionResource('small', { MemorySize: 256 }),
  Here: functionResource('one', variables({ KIND: 'k', PLACE: 'here' })),
  There: functionResource('two', variables({ KIND: 'k', PLACE: 'there' })),
  Elsewhere: functionResource('one', { Code: { S3Bucket: 'assets', S3Key: 'other.zip' } }),
  Waits: functionResource('one', { Timeout: 29 }),
  Slow: functionResource('slow'),
  Stuck: functionResource('stuck', { Timeout: 0.3 }),
  Exits: functionResource('exits'),
  Throws: functionResource('throws'),
};

interface Shown {
  readonly threadId: number;
  readonly loads: number;
  readonly calls: number;
  readonly functionName: string;
  readonly name: string;
  readonly kind?: string;
  readonly place?: string;
}

describe('local functions', () => {
  const logs = folder();
  const assembly = readAssembly(writeAssembly({ app: { Resources } }, modules));
  const copy = folder();
  cpSync(assembly.assets.get('code.zip') ?? '', copy, { recursive: true });
  const assets = new Map([...assembly.assets, ['other.zip', copy]]);
  const url = 'http://127.0.0.1:1';
  let functions: ReturnType<typeof createFunctions>;
  beforeEach(() => {
    const endpoints = { dynamodb: url, storage: url, control: url };
    const connect = () => new MessageChannel().port1; // these functions do not call the store
    functions = createFunctions(loadResources(assembly, url), assets, {
      endpoints,
      connect,
      logs,
      token: 'token',
      ...unreadMetrics(),
    });
  });
  afterEach(() => functions.stop());
  afterAll(removeFolders);
  const call = async (id: string, event: object = {}) =>
    (await functions.find(`app-${id}`).invoke(event, 'request')) as Shown;
  const inOrder = async (ids: readonly string[]) => {
    const all: Shown[] = [];
    for (const id of ids) all.push(await call(id));
    return all;
  };
  /** Calls that end once each of them has a thread. */
  const callUntilThreads = (...ids: readonly string[]) => {
    const place = folder();
    return Promise.all(ids.map((id) => call(id, { place, threads: ids.length })));
  };
  const getLog = (id: string) => readFileSync(join(logs, `app-${id}.log`), 'utf8');

  test('functions without conflicting variables share a thread and imported modules, but keep their own name and log', async () => {
    const [one, two, small, again] = (await inOrder(['One', 'Two', 'Small', 'One'])) as [Shown, Shown, Shown, Shown];
    expect([two, small, again].map(({ threadId }) => threadId)).toEqual([1, 2, 3].map(() => one.threadId));
    expect([one.loads, two.loads, small.loads, again.calls]).toEqual([1, 2, 3, 2]);
    expect([one.functionName, one.name, two.functionName, two.name]).toEqual([
      'app-One',
      'app-One',
      'app-Two',
      'app-Two',
    ]);
    expect(getLog('One')).not.toContain('app-Two');
    expect(getLog('Two')).toContain('{"by":"app-Two"}');
  });

  test('functions with conflicting variables or the same handler file share a thread but no module state', async () => {
    const ids = ['One', 'Again', 'Here', 'There'];
    const all = await inOrder(ids);
    expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(1);
    // `Again` and `There` use the same copy. `Here` sets a variable differently, so it gets its own.
    expect(all.map(({ loads, calls }) => [loads, calls])).toEqual([1, 1, 1, 2].map((loads) => [loads, 1]));
    expect(all.map(({ kind, place }) => [kind, place])).toEqual([[], [], ['k', 'here'], ['k', 'there']]);
    expect(all.map(({ name }) => name)).toEqual(ids.map((id) => `app-${id}`));
    const again = await inOrder(ids);
    expect(again).toEqual(all.map((one) => ({ ...one, calls: 2 })));
  });

  test('functions of two assets share a thread but no state', async () => {
    const [here, there] = await inOrder(['One', 'Elsewhere']);
    expect(there).toEqual({ ...here, functionName: 'app-Elsewhere', name: 'app-Elsewhere' });
  });

  test('each function sees and changes its own variables, even in work left running', async () => {
    const set = await call('Here', { set: 'changed', leave: true });
    const other = await call('There', { wait: 100 });
    expect([set.place, other.place, other.threadId]).toEqual(['changed', 'there', set.threadId]);
    expect((await call('Here')).place).toBe('changed');
    expect(getLog('Here')).toContain('left behind changed');
  });

  test('a function returns to a thread that it has run on', async () => {
    const [one, two] = await callUntilThreads('One', 'Here');
    for (let n = 0; n < 4; n++) {
      const [id, before] = n % 2 ? (['One', one] as const) : (['Here', two] as const);
      expect(await call(id)).toMatchObject({ threadId: before?.threadId, loads: before?.loads });
    }
  });

  test('functions that answer requests share no thread with others', async () => {
    const other = (await functions.find('app-Two').invoke({}, 'async')) as Shown;
    expect((await call('One')).threadId).not.toBe(other.threadId);
  });

  test('requests that are held open share a thread, and leave the others free', async () => {
    const waiting = Promise.all(
      Array.from({ length: 30 }, () => functions.find('app-Waits').invoke({ wait: 300 }, 'request') as Promise<Shown>),
    );
    const free = (await call('Two')) as Shown;
    const threads = new Set((await waiting).map(({ threadId }) => threadId));
    expect([threads.size, threads.has(free.threadId)]).toEqual([1, false]);
  });

  test('two functions never share a thread at the same time', async () => {
    const [one, two] = await callUntilThreads('One', 'Two');
    expect(one?.threadId).not.toBe(two?.threadId);
  });

  test('calls wait for a thread that is soon free instead of starting one each', async () => {
    // This many start together, and then one at a time, which takes longer than a call.
    const together = availableParallelism() + 1;
    const calls = Array.from({ length: 5 * together }, () => functions.find('app-Slow').invoke({}, 'async'));
    const threads = new Set(((await Promise.all(calls)) as Shown[]).map(({ threadId }) => threadId));
    expect(threads.size).toBeLessThan(2.5 * together);
  });

  test('another thread is started if calls always wait, even for a short time', async () => {
    const threads = new Set<number>();
    const oneAfterTheOther = async () => {
      for (let n = 0; n < 2_000 && threads.size < 2; n++) threads.add((await call('One')).threadId);
    };
    // Takes 300 ms to load: each of the others waits for far less than a tenth of that.
    await call('Slow');
    await Promise.all(Array.from({ length: 4 }, oneAfterTheOther));
    expect(threads.size).toBeGreaterThan(1);
  });

  test('every call gets its own thread if the others are held for long', async () => {
    const all = await callUntilThreads('One', 'One', 'One', 'Two', 'Two', 'Two');
    expect(new Set(all.map(({ threadId }) => threadId)).size).toBe(6);
  });

  test.each([
    ['Stuck', 'timeout', 'timed out after 0.30 seconds'],
    ['Exits', 'crash', 'exited its process'],
    ['Throws', 'crash', 'outside'],
  ])('a call of %s that fails affects no concurrent or later call', async (id, kind, message) => {
    const before = await call('One');
    const other = call('Two', { wait: 400 });
    const failed = call(id);
    await expect(failed).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
    expect(await call('One')).toMatchObject({ name: 'app-One' });
    expect(await other).toMatchObject({ name: 'app-Two', threadId: before.threadId });
    expect(id === 'Exits' || getLog(id).includes(message)).toBe(true);
  });

  test('work left running is logged by its own function', async () => {
    const one = await call('One', { leave: true });
    const two = await call('Two', { wait: 200 });
    expect(two.threadId).toBe(one.threadId);
    expect(getLog('One')).toContain('left behind');
    expect(getLog('Two')).not.toContain('left behind');
  });
});
