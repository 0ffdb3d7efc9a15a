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

const Resources = {
  Gets: functionResource('gets'),
  Again: functionResource('again'),
  Sends: functionResource('sends'),
};

/** A server that notes what it is sent. */
function noting() {
  const seen: { readonly caller: unknown; readonly text: string }[] = [];
  const server = createServer(async (request, response) => {
    seen.push({ caller: request.headers[CALLER_HEADER], text: String(await readBody(request)) });
    response.end('by HTTP');
  });
  return { seen, server };
}

describe('a function that calls the store', () => {
  let functions: ReturnType<typeof createFunctions>;
  /** What came through ports, and how it is answered. */
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
    functions = createFunctions(resources, assembly.assets, { endpoints, connect, logs: folder(), token: 'token' });
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

  test('is answered through its port, under its own name', async () => {
    expect(await invoke('Gets', { keys: ['ä'] })).toMatchObject({ items: [{ k: 'ä' }] });
    expect(calls).toEqual([
      { call: 'GetItem', caller: 'app-Gets', text: '{"TableName":"things","Key":{"k":{"S":"ä"}}}' },
    ]);
    expect(store.seen).toEqual([]);
  });

  test('has its own name also where it shares a thread, and for what it left running', async () => {
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

  test('many times at once gets to each call its own answer, in whatever order they come', async () => {
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

  test('throws the error of an answer, with its status', async () => {
    const body = { __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message: 'not you' };
    answer = async () => ({ status: 400, text: JSON.stringify(body) });
    const error = { name: 'AccessDeniedException', message: 'not you', statusCode: 400 };
    expect(await invoke('Gets', { keys: ['1'] })).toMatchObject({ items: [error] });
  });

  test('stops waiting once it is aborted, and does not ask again', async () => {
    answer = () => new Promise(() => undefined);
    expect(await invoke('Gets', { keys: ['1'], abortAfter: 50 })).toEqual({ name: 'TimeoutError' });
    expect(calls).toHaveLength(1);
  });

  test('does not ask if it is aborted before', async () => {
    expect(await invoke('Gets', { keys: ['1'], abortAfter: 0 })).toEqual({ name: 'AbortError' });
    expect(calls).toHaveLength(0);
  });

  test('sends its name to other services of AWS, and to no other host', async () => {
    const signed = { url: otherUrl, text: 'signed' };
    expect(await invoke('Sends', signed)).toEqual({ status: 200, text: 'by HTTP' });
    await invoke('Sends', { ...signed, text: 'unsigned', authorization: 'Basic' });
    expect(other.seen).toEqual([
      { caller: 'app-Sends', text: 'signed' },
      { caller: undefined, text: 'unsigned' },
    ]);
    expect(calls).toEqual([]);
  });

  test('reaches the store by HTTP with any other client', async () => {
    await invoke('Sends', { text: 'odd' });
    expect(store.seen).toEqual([{ caller: 'app-Sends', text: 'odd' }]);
    expect(calls).toEqual([]);
  });

  // The last test: no thread has a store after it.
  test('throws when the store stops, and at once when it has stopped', async () => {
    answer = () => new Promise(() => undefined);
    const waits = invoke('Gets', { keys: ['1'] });
    await sleep(200);
    for (const port of ports) port.close();
    const lost = { items: [{ message: 'the store has stopped' }] };
    expect(await waits).toMatchObject(lost);
    expect(await invoke('Gets', { keys: ['1'] })).toMatchObject(lost);
  });
});
