import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { readAssembly } from '../../../local/assembly';
import type { Answerer, StoreCall } from '../../../local/dynamodb/answer';
import { servePort } from '../../../local/dynamodb/server';
import { close, listen, readBody } from '../../../local/http';
import { CALLER_HEADER } from '../../../local/iam/roles';
import { createFunctions } from '../../../local/lambda/functions';
import { loadResources } from '../../../local/resources';
import { folder, functionResource, removeFolders, writeAssembly } from '../support/assembly';
import { callers } from '../support/callers';
import { unreadMetrics } from '../support/unread-metrics';

const Resources = {
  Gets: functionResource('gets'),
  Again: functionResource('again'),
  Sends: functionResource('sends'),
};

/** A server that records its requests. */
function noting() {
  const seen: { readonly caller: unknown; readonly text: string }[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ caller: request.headers[CALLER_HEADER], text: String(await readBody(request)) });
    response.end('by HTTP');
  });
  return { seen, server };
}

describe('store calls of functions', () => {
  let functions: ReturnType<typeof createFunctions>;
  /** Calls that came through ports, and their answer. */
  const calls: StoreCall[] = [];
  let answer: Answerer;
  const ports: MessagePort[] = [];
  const [store, other] = [noting(), noting()];
  let otherUrl: string;
  const open = async (server: Server) => `http://127.0.0.1:${await listen(server, 0, 'a test')}`;

  beforeAll(async () => {
    const assembly = readAssembly(writeAssembly({ app: { Resources } }, callers));
    const dynamodb = await open(store.server);
    otherUrl = await open(other.server);
    const endpoints = { dynamodb, storage: otherUrl, control: otherUrl };
    const connect = () => {
      const { port1, port2 } = new MessageChannel();
      ports.push(port2);
      servePort(port2, (call) => {
        calls.push(call);
        return answer(call).catch((error) => ({ status: 400, text: String(error) }));
      });
      return port1;
    };
    const resources = loadResources(assembly, otherUrl);
    functions = createFunctions(resources, assembly.assets, {
      endpoints,
      connect,
      logs: folder(),
      token: 'token',
      ...unreadMetrics(),
    });
  });
  beforeEach(() => {
    answer = async ({ text }) => ({ status: 200, text: JSON.stringify({ Item: JSON.parse(text).Key }) });
    for (const all of [calls, store.seen, other.seen]) all.length = 0;
  });
  afterAll(async () => {
    await functions.stop();
    await Promise.all([close(store.server), close(other.server)]);
    removeFolders();
  });
  const invoke = async (id: string, event: object) =>
    (await functions.find(`app-${id}`).invoke(event, 'request')) as Readonly<Record<string, unknown>>;

  test('a call is answered through its port, under the name of its function', async () => {
    expect(await invoke('Gets', { keys: ['ä'] })).toMatchObject({ items: [{ k: 'ä' }] });
    expect(calls).toEqual([
      { call: 'GetItem', caller: 'app-Gets', text: '{"TableName":"things","Key":{"k":{"S":"ä"}}}' },
    ]);
    expect(store.seen).toEqual([]);
  });

  test('a function keeps its name on a shared thread and in work left running', async () => {
    const gets = await invoke('Gets', { keys: ['1'], leave: 'left' });
    const again = await invoke('Again', { keys: ['2'], wait: 150 });
    expect([again, gets]).toEqual([
      { threadId: gets.threadId, items: [{ k: '2' }] },
      { ...gets, items: [{ k: '1' }] },
    ]);
    expect(calls.map(({ caller, text }) => [caller, JSON.parse(text).Key.k.S])).toEqual([
      ['app-Gets', '1'],
      ['app-Gets', 'left'],
      ['app-Again', '2'],
    ]);
  });

  test('concurrent calls each get their own answer regardless of order', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => String(n));
    answer = async ({ caller, text }) => {
      const { k } = JSON.parse(text).Key;
      await sleep((20 - Number(k.S)) * 2);
      return { status: 200, text: JSON.stringify({ Item: { k, caller: { S: caller } } }) };
    };
    const all = await Promise.all(['Gets', 'Again', 'Gets'].map((id) => invoke(id, { keys })));
    expect(all.map(({ items }) => items)).toEqual(
      ['app-Gets', 'app-Again', 'app-Gets'].map((caller) => keys.map((k) => ({ k, caller }))),
    );
    expect(calls).toHaveLength(60);
  });

  test('an error answer is thrown with its name and status', async () => {
    const body = { __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message: 'not you' };
    answer = async () => ({ status: 400, text: JSON.stringify(body) });
    const error = { name: 'AccessDeniedException', message: 'not you', statusCode: 400 };
    expect(await invoke('Gets', { keys: ['1'] })).toMatchObject({ items: [error] });
  });

  test('an aborted call stops waiting and is not repeated', async () => {
    answer = () => new Promise(() => undefined);
    expect(await invoke('Gets', { keys: ['1'], abortAfter: 50 })).toEqual({ name: 'TimeoutError' });
    expect(calls).toHaveLength(1);
  });

  test('a call aborted beforehand is not sent', async () => {
    expect(await invoke('Gets', { keys: ['1'], abortAfter: 0 })).toEqual({ name: 'AbortError' });
    expect(calls).toHaveLength(0);
  });

  test('a signed request has the name of its function, and an unsigned one does not', async () => {
    const signed = { url: otherUrl, text: 'signed' };
    expect(await invoke('Sends', signed)).toEqual({ status: 200, text: 'by HTTP' });
    await invoke('Sends', { ...signed, text: 'unsigned', authorization: 'Basic' });
    expect(other.seen).toEqual([
      { caller: 'app-Sends', text: 'signed' },
      { caller: undefined, text: 'unsigned' },
    ]);
    expect(calls).toEqual([]);
  });

  test('any other client reaches the store by HTTP', async () => {
    await invoke('Sends', { text: 'odd' });
    expect(store.seen).toEqual([{ caller: 'app-Sends', text: 'odd' }]);
    expect(calls).toEqual([]);
  });

  // Must be the last test: it leaves the threads without a store.
  test('a pending call fails when the store stops, and so do later ones', async () => {
    answer = () => new Promise(() => undefined);
    const waits = invoke('Gets', { keys: ['1'] });
    await sleep(200);
    for (const port of ports) port.close();
    const lost = { items: [{ message: 'the store has stopped' }] };
    expect(await waits).toMatchObject(lost);
    expect(await invoke('Gets', { keys: ['1'] })).toMatchObject(lost);
  });
});
