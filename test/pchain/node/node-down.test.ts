import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { MAX_ANSWER_BYTES } from '../../../lambdas/pchain/contract/rpc-limits';
import { fetchSource } from '../../../lambdas/pchain/node/node';
import { pChainServer } from '../../support/node/p-chain-server';

/** Must not appear in any message. */
const SECRET = 'planted';

let node: Awaited<ReturnType<typeof pChainServer>>;
beforeAll(async () => {
  node = await pChainServer();
});
afterAll(() => node.stop());

const source = () => `${node.url.replace('://', `://user:${SECRET}-password@`)}/${SECRET}-key/ext/bc/P`;
const ask = (signal = new AbortController().signal, at = source()) =>
  fetchSource(at, 'platform.getHeight', '{}', signal);
const html =
  (status: number, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(`<html>${SECRET}</html>`);
/** The error of a failed request, checked for secrets. */
async function getFailure(asked: Promise<unknown>): Promise<NodeDown> {
  const error = await asked.then(
    (outcome) => new Error(`answered: ${JSON.stringify(outcome)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NodeDown);
  expect([(error as Error).message, String((error as Error).stack), JSON.stringify(error)].join()).not.toContain(
    SECRET,
  );
  return error as NodeDown;
}

describe('an unavailable node', () => {
  test.each([
    '<html>planted</html>',
    'planted',
    '',
    '{}',
    '[]',
    '"planted"',
    '{"result":1',
    '{"jsonrpc":"2.0","id":1}',
  ])('a response that is not JSON-RPC counts as down: %s', async (text) => {
    node.answer(text);
    expect(await getFailure(ask())).toMatchObject({
      message: 'the node does not answer with JSON-RPC',
      failure: 'down',
    });
  });
  test.each([
    [503, {}, 'down'],
    [503, { 'retry-after': '7' }, 'throttled'],
    [429, {}, 'throttled'],
    [413, {}, 'too big'],
    [403, {}, 'down'],
    [401, {}, 'down'],
    [404, {}, 'down'],
  ])('HTTP %i with headers %j counts as %s', async (status, headers, failure) => {
    node.answer(html(status, headers));
    expect(await getFailure(ask())).toMatchObject({ message: `the node answers HTTP ${status}`, failure });
  });
  test.each([
    ['{"code":-32005,"message":"planted"}', 200, 'the node is rate limiting (-32005)', 'throttled'],
    ['{"code":429,"message":"planted"}', 200, 'the node is rate limiting (429)', 'throttled'],
    ['{"code":-32005,"message":"planted"}', 429, 'the node is rate limiting (-32005)', 'throttled'],
    ['{"code":-32000,"message":"planted"}', 403, 'the node answers HTTP 403', 'down'],
  ])('a load balancer error %s with HTTP %i is reported as: %s', async (error, status, message, failure) => {
    node.answer((response) => void response.writeHead(status).end(`{"error":${error}}`));
    expect(await getFailure(ask())).toMatchObject({ message, failure });
  });
  test.each([301, 302, 307, 308])('a redirect with HTTP %i is not followed', async (status) => {
    const other = await pChainServer();
    other.answer('{"result":"planted"}');
    node.answer(html(status, { location: `${other.url}/planted` }));
    expect((await getFailure(ask())).message).toBe(`the node answers HTTP ${status}`);
    expect(other.asked).toEqual([]);
    other.stop();
  });
  test('a killed node is reported as not answering', async () => {
    const killed = await pChainServer();
    killed.stop();
    expect((await getFailure(ask(undefined, `${killed.url}/${SECRET}`))).message).toBe('the node does not answer');
  });
  test.each<[string, (response: ServerResponse) => void]>([
    ['before the response', (response) => void response.destroy()],
    ['in the middle of the response', (response) => void response.write('{"result":', () => response.destroy())],
  ])('a connection closed %s is reported as not answering', async (_, respond) => {
    node.answer(respond);
    expect((await getFailure(ask())).message).toBe('the node does not answer');
  });
  test.each<[string, (response: ServerResponse) => void]>([
    ['accepts the request and never responds', () => undefined],
    ['starts a response and never ends it', (response) => void response.write('{"result":"')],
  ])('a node that %s times out', async (_, respond) => {
    const deadline = new AbortController();
    node.answer((response) => {
      respond(response);
      // The written part has been sent by the next turn of the event loop.
      setImmediate(() => deadline.abort());
    });
    expect((await getFailure(ask(deadline.signal))).message).toBe('the node does not answer in time');
  });
});

describe('the response size limit', () => {
  const getAnswer = (bytes: number) =>
    `{"result":"${'é'.repeat(Math.floor((bytes - 13) / 2))}"${' '.repeat((bytes - 13) % 2)}}`;
  test('a response at the limit is passed on, and one byte more is an error', async () => {
    const longest = getAnswer(MAX_ANSWER_BYTES);
    expect(Buffer.byteLength(longest)).toBe(MAX_ANSWER_BYTES);
    node.answer(longest);
    expect(await ask()).toHaveProperty('result');
    node.answer(`${longest} `);
    expect(await ask()).toEqual({ error: { code: -32000, message: 'the answer of the node is too long' } });
  });
  test('a response above the limit is not read to its end', async () => {
    let [written, closed] = [0, Promise.resolve<unknown>(undefined)];
    node.answer((response) => {
      closed = once(response, 'close');
      const chunk = Buffer.alloc(1_000_000, 'x');
      const next = (): void => {
        if (response.destroyed) return;
        written += 1;
        if (written === 200) response.end();
        else response.write(chunk, next);
      };
      next();
    });
    expect(await ask()).toEqual({ error: { code: -32000, message: 'the answer of the node is too long' } });
    await closed;
    expect(written).toBeLessThan(100);
  });
});
