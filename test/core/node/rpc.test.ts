import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';
import { AnswerTooLong, NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { createBlocks } from '../../../lambdas/evm/node/blocks';
import { testTimer } from '../../support/follower/timer';
import { aChain, aRawBlock } from '../../support/make/blocks';
import { ENCODINGS } from '../../support/node/encodings';

const SECRET = 'secret-in-the-url';
interface Asked {
  readonly id: number;
  readonly method: string;
}

describe('the node client', () => {
  let server: Server;
  let client: RpcClient;
  let url: string;
  let answer: (
    asked: Asked | Asked[],
    request: IncomingMessage,
  ) => { status?: number; headers?: OutgoingHttpHeaders; body: unknown };

  beforeEach(async () => {
    server = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const { status = 200, headers, body } = answer(JSON.parse(text) as Asked, request);
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    url = `http://us%40er:pa%2Fss@127.0.0.1:${port}/rpc?key=${SECRET}`;
    client = createRpc(url, {
      callsPerSecond: 10_000,
      timeoutMs: 1_000,
      timer: testTimer(),
    });
  });
  afterEach(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });

  test('closing the client fails its calls at once, without retries', async () => {
    let asked = 0;
    answer = () => {
      asked += 1;
      client.close().catch(() => undefined);
      return { body: undefined };
    };
    await expect(client.call('debug_traceBlockByHash')).rejects.toThrow(NodeDown);
    expect([asked, client.calls]).toEqual([1, 1]);
    await expect(client.call('eth_chainId')).rejects.toThrow('closed');
    expect(client.calls).toBe(1);
  });

  test('the client sends decoded credentials in a header, and keeps the key in the URL', async () => {
    let seen: [string | undefined, string | undefined] = [undefined, undefined];
    answer = (asked, request) => {
      seen = [request.url, request.headers.authorization];
      return { body: { id: (asked as Asked).id, result: '0x1' } };
    };
    expect(await client.call('eth_chainId')).toBe('0x1');
    expect(seen).toEqual([`/rpc?key=${SECRET}`, `Basic ${Buffer.from('us@er:pa/ss').toString('base64')}`]);
  });

  test('every request has the user agent of the service', async () => {
    const seen: unknown[] = [];
    answer = (asked, { headers }) => {
      seen.push(headers['user-agent']);
      return { body: [asked].flat().map(({ id }) => ({ id, result: 1 })) };
    };
    await client.call('eth_chainId');
    await client.batch([['a'], ['b']]);
    expect(seen).toEqual([USER_AGENT, USER_AGENT]);
  });

  test.each(ENCODINGS)('the client decodes an answer in %j', async (header, encode) => {
    answer = (asked) => {
      const results = [asked].flat().map(({ id, method }) => ({ id, result: method.repeat(20_000) }));
      return { headers: { 'content-encoding': header }, body: encode(JSON.stringify(results)) };
    };
    expect(await client.call('a')).toBe('a'.repeat(20_000));
    expect(await client.batch([['b'], ['c']])).toEqual([
      { result: 'b'.repeat(20_000) },
      { result: 'c'.repeat(20_000) },
    ]);
  });

  test('the size limit applies to the decompressed answer', async () => {
    const long = (asked: Asked | Asked[], length: number) =>
      gzipSync(JSON.stringify([asked].flat().map(({ id }) => ({ id, result: 'x'.repeat(length) }))));
    answer = (asked) => ({ headers: { 'content-encoding': 'gzip' }, body: long(asked, 5_000_000) });
    await expect(client.wholeBatch([['a'], ['b']])).rejects.toThrow(AnswerTooLong);
    const limits = { maxBytes: 1_000_000, maxTextBytes: 2_000_000 };
    await expect(client.callWithin(limits, 'a')).rejects.toThrow(AnswerTooLong);
    expect(await client.call('a')).toHaveLength(5_000_000);
  });

  test('a corrupt compressed answer counts as a node that is down', async () => {
    const whole = gzipSync(JSON.stringify({ id: 0, result: '0x1' }));
    for (const body of [whole.subarray(0, 20), Buffer.from('{"id":0,"result":"0x1"}'), Buffer.from('garbage')]) {
      answer = () => ({ headers: { 'content-encoding': 'gzip' }, body });
      await expect(client.call('eth_chainId')).rejects.toMatchObject({ name: 'NodeDown', failure: 'down' });
    }
  });

  test.each([307, 308])('the client follows HTTP %i within the origin of the node', async (status) => {
    const paths: (string | undefined)[] = [];
    answer = (asked, { url: path, headers }) => {
      paths.push(path);
      if (path !== '/v2/rpc') return { status, headers: { location: '/v2/rpc' }, body: { id: 0, result: 'no' } };
      return { body: { id: (asked as Asked).id, result: headers.authorization ? (asked as Asked).method : 'no' } };
    };
    expect(await client.call('eth_chainId')).toBe('eth_chainId');
    expect(paths).toEqual([`/rpc?key=${SECRET}`, '/v2/rpc']);
  });

  test.each([
    [301, '/v2'],
    [302, '/v2'],
    [307, 'http://other.invalid/v2'],
    [308, '//other.invalid/v2'],
    [308, undefined],
  ])('the client treats HTTP %i to %s as a failure', async (status, location) => {
    let asked = 0;
    answer = () => {
      asked += 1;
      return { status, headers: location ? { location } : {}, body: {} };
    };
    const once = createRpc(url, { callsPerSecond: 100, attempts: 1 });
    await expect(once.call('eth_chainId')).rejects.toThrow(`the node answers HTTP ${status}`);
    await once.close();
    expect(asked).toBe(1);
  });

  test('the client gives up on a redirect loop', async () => {
    let asked = 0;
    answer = () => {
      asked += 1;
      return { status: 308, headers: { location: '/rpc' }, body: {} };
    };
    const once = createRpc(url, { callsPerSecond: 100, attempts: 1 });
    await expect(once.call('eth_chainId')).rejects.toThrow('the node answers HTTP 308');
    await once.close();
    expect(asked).toBe(4);
  });

  test('a refusal keeps the code and drops the node’s message, which may contain the key', async () => {
    answer = (asked) => ({
      body: { id: (asked as Asked).id, error: { code: -32000, message: `no plan for ${SECRET}` } },
    });
    const error = await client.call('eth_chainId').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NodeRefused);
    expect(JSON.stringify([error, (error as Error).message, (error as Error).stack])).not.toContain(SECRET);
    expect((error as NodeRefused).code).toBe(-32000);
  });

  test('the client retries after 429, 503 and "limit exceeded"', async () => {
    const refusals = [
      { status: 429, body: {} },
      { status: 503, body: {} },
      { body: { id: 0, error: { code: -32005, message: 'slow' } } },
    ];
    answer = () => refusals.shift() ?? { body: { id: 0, result: '0x5' } };
    expect(await client.call('eth_chainId')).toBe('0x5');
    expect(client.calls).toBe(4);
  });

  test('the client gives up after all attempts, without the URL in the error', async () => {
    answer = () => ({ status: 502, body: {} });
    const error = await client.call('eth_chainId').catch((e: unknown) => e);
    expect(error).toBeInstanceOf(NodeDown);
    expect(String((error as Error).stack)).not.toContain(SECRET);
  });

  test('the client resends only the failed calls while others are answered', async () => {
    const seen: string[][] = [];
    answer = (asked) => {
      const calls = [asked].flat();
      seen.push(calls.map(({ method }) => method));
      const [first, ...others] = calls.map(({ id, method }) => ({ id, result: method }));
      const throttled = others.map(({ id }) => ({ id, error: { code: -32005 } }));
      return { body: Array.isArray(asked) ? [first, ...throttled] : first };
    };
    const methods = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(await client.batch(methods.map((method) => [method]))).toEqual(methods.map((result) => ({ result })));
    expect(seen).toEqual(methods.map((_, i) => methods.slice(i)));
    expect([client.calls, client.failures]).toEqual([21, { throttled: 15 }]);
  });

  test('an internal error is tried three times and fails only its own call', async () => {
    let singles = 0;
    answer = (asked) => {
      const one = ({ id, method }: Asked) =>
        method === 'bad' ? { id, error: { code: -32603, message: 'internal' } } : { id, result: 1 };
      if (!Array.isArray(asked)) singles += 1;
      return { body: Array.isArray(asked) ? asked.map(one) : one(asked) };
    };
    const [good, bad] = await client.batch([['good'], ['bad']]);
    expect(good).toEqual({ result: 1 });
    expect(bad).toMatchObject({ error: { failure: 'broken', code: -32603 } });
    expect(singles).toBe(2);
  });

  test('a batch that is too big fails at once, and a single call that is too big is not repeated', async () => {
    let requests = 0;
    answer = (asked) => {
      requests += 1;
      const one = ({ id }: Asked) => ({ id, error: { code: -32003, message: 'response too large' } });
      return { body: Array.isArray(asked) ? asked.map(one) : one(asked) };
    };
    await expect(client.wholeBatch([['a'], ['b']])).rejects.toMatchObject({ failure: 'too big' });
    expect(await client.wholeBatch([['a']])).toMatchObject([{ error: { failure: 'too big' } }]);
    expect(requests).toBe(2);
    expect(await client.batch([['a'], ['b']])).toHaveLength(2);
    expect(requests).toBe(5);
  });

  test('a throttled batch is repeated whole, then in shorter parts, and never as single calls', async () => {
    const seen: number[] = [];
    answer = (asked) => {
      const { length } = [asked].flat();
      seen.push(length);
      return length > 3 ? { status: 429, body: {} } : { body: [asked].flat().map(({ id }) => ({ id, result: 1 })) };
    };
    expect(await client.batch(Array.from({ length: 8 }, () => ['a']))).toHaveLength(8);
    expect(seen.slice(0, 4)).toEqual([8, 8, 4, 4]);
    expect(Math.max(...seen.slice(4))).toBeLessThanOrEqual(4);
    expect(seen).not.toContain(1);
  });

  test('a request has no more calls than its chain allows', async () => {
    const sent: number[] = [];
    answer = (asked) => {
      sent.push([asked].flat().length);
      const one = ({ id, method }: Asked) => ({ id, result: method });
      return { body: Array.isArray(asked) ? asked.map(one) : one(asked) };
    };
    const limited = createRpc(url, { ...aChain({ maxBatchCalls: 3 }), timer: testTimer() });
    expect(await limited.batch(Array.from({ length: 8 }, () => ['a']))).toHaveLength(8);
    await limited.close();
    expect(sent.toSorted()).toEqual([2, 3, 3]);
  });

  test('the client sends single calls to a node that rejects batches', async () => {
    answer = (asked) =>
      Array.isArray(asked)
        ? { body: { error: { code: -32600, message: 'no batches' } } }
        : { body: { id: asked.id, result: asked.method } };
    expect(await client.batch([['a'], ['b']])).toEqual([{ result: 'a' }, { result: 'b' }]);
  });

  test('a node that drips bytes times out, and its batches are split', async () => {
    const asked: number[] = [];
    const dripping = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      const calls = JSON.parse(text) as Asked | Asked[];
      asked.push([calls].flat().length);
      response.writeHead(200, { 'content-type': 'application/json' });
      if (!Array.isArray(calls)) return void response.end(JSON.stringify({ id: calls.id, result: calls.method }));
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await new Promise<void>((resolve) => {
      dripping.listen(0, '127.0.0.1', resolve);
    });
    const settings = { callsPerSecond: 10_000, timeoutMs: 60, timer: testTimer() };
    const patient = createRpc(`http://127.0.0.1:${(dripping.address() as AddressInfo).port}`, settings);
    try {
      await expect(patient.wholeBatch([['a'], ['b']])).rejects.toMatchObject({ failure: 'too big' });
      expect(await patient.batch([['a'], ['b']])).toEqual([{ result: 'a' }, { result: 'b' }]);
      expect(asked.filter((calls) => calls > 1)).toHaveLength(2);
    } finally {
      await patient.close();
      dripping.closeAllConnections();
      dripping.close();
    }
  });

  test('receipts that do not match their block are fetched singly, and the block is rejected if they still differ', async () => {
    const { block, receipts } = aRawBlock(3, [
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]);
    let single = 0;
    let missing = false;
    const one = ({ id, method, params }: Asked & { params: string[] }) => {
      const results: Record<string, () => unknown> = {
        eth_getBlockByNumber: () => block,
        eth_getBlockReceipts: () => receipts.slice(1),
        eth_getTransactionReceipt: () => {
          single += 1;
          return missing ? null : receipts.find((r) => r.transactionHash === params[0]);
        },
      };
      return { id, result: results[method]?.() };
    };
    answer = (asked) => ({ body: Array.isArray(asked) ? asked.map((a) => one(a as never)) : one(asked as never) });
    expect(await createBlocks(client, testTimer()).blocksWithReceipts(3, 3)).toEqual([{ block, receipts }]);
    expect(single).toBe(2);
    missing = true;
    await expect(createBlocks(client, testTimer()).blocksWithReceipts(3, 3)).rejects.toThrow('block 3 is incomplete');
  });
});
