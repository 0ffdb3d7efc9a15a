import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { openReceivers } from '../../../lambdas/adapters/http/receiver';
import type { SafeAgentOptions } from '../../../lambdas/adapters/http/safe-fetch';
import { ENCODINGS } from '../../support/node/encodings';

const MESSAGE = { body: '{"a":1}', headers: { 'content-type': 'application/json', 'x-signature': 'abc' } };
const LOCAL = { allow: 'loopback-too' } as const;

let server: Server;
let port: number;
let asked: { url: string | undefined; headers: Record<string, unknown>; body: string }[];
let answer: RequestListener;

beforeEach(async () => {
  asked = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    asked.push({ url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Posts once; connections end with it. */
async function post(url: string, options: SafeAgentOptions = LOCAL, timeoutMs = 2_000) {
  const receivers = openReceivers(options, timeoutMs);
  try {
    return await receivers.post(url, MESSAGE);
  } finally {
    await receivers.close();
  }
}
const here = (path = '/') => `http://127.0.0.1:${port}${path}`;

describe('a message to a receiver', () => {
  test('arrives with its body and headers; status and response are returned', async () => {
    answer = (_, response) => void response.writeHead(202, { 'retry-after': '7' }).end('thanks');
    expect(await post(here('/hook?a=b'))).toEqual({
      statusCode: 202,
      answer: 'thanks',
      retryAfter: '7',
      latencyMs: expect.any(Number),
    });
    expect(asked).toEqual([
      { url: '/hook?a=b', headers: expect.objectContaining(MESSAGE.headers), body: MESSAGE.body },
    ]);
  });
  test.each(ENCODINGS)('shows a response that comes in %j as text', async (header, encode) => {
    for (const text of ['thanks', 'thanks '.repeat(1_000)]) {
      answer = (_, response) => void response.writeHead(200, { 'content-encoding': header }).end(encode(text));
      const { statusCode, answer: shown } = await post(here());
      expect([statusCode, text.startsWith(shown ?? '-')]).toEqual([200, true]);
      expect(shown?.length).toBeGreaterThanOrEqual(Math.min(text.length, 1_000));
    }
  });
  test('arrives even if its response claims an encoding that it does not have', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('thanks');
    expect(await post(here())).toMatchObject({ statusCode: 200, answer: 'thanks' });
  });
  test('is sent again at once, once, if the connection was closed under it', async () => {
    let closed = 1;
    answer = (request, response) => {
      if (closed-- > 0) request.socket.destroy();
      else response.writeHead(200).end('ok');
    };
    expect(await post(here())).toMatchObject({ statusCode: 200 });
    expect(asked).toHaveLength(2);
    closed = 9;
    expect((await post(here())).error).toBeDefined();
    expect(asked).toHaveLength(4);
  });
  test('is not sent again if the connection ends later', async () => {
    const { now } = performance;
    let passed = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed);
    answer = (request) => {
      passed = 1_001;
      request.socket.destroy();
    };
    expect((await post(here())).error).toBeDefined();
    clock.mockRestore();
    expect(asked).toHaveLength(1);
  });
  test('control characters of a response are removed; HTTPS in capitals is https', async () => {
    answer = (_, response) => void response.writeHead(200).end('a\0\u0007b\n');
    expect((await post(here())).answer).toBe('a\u{fffd}\u{fffd}b\n');
    expect((await post(`HTTPS://127.0.0.1:${port}/`, { allow: 'public' })).error).not.toContain('https URL');
  });
  test('does not follow redirects', async () => {
    answer = (_, response) => void response.writeHead(307, { location: here('/secret') }).end();
    expect(await post(here())).toMatchObject({ statusCode: 307 });
    expect(asked.map(({ url }) => url)).toEqual(['/']);
  });
  test('of a ten-megabyte response one kilobyte is kept, and little more is read', async () => {
    let written = 0;
    answer = (_, response) => {
      const more = () => {
        while (written < 10_000_000 && !response.destroyed) {
          written += 16_384;
          if (!response.write('x'.repeat(16_384))) return void response.once('drain', more);
        }
        response.end();
      };
      more();
    };
    const { answer: kept, statusCode } = await post(here());
    expect([statusCode, kept]).toEqual([200, 'x'.repeat(1_024)]);
    expect(written).toBeLessThan(5_000_000);
  });
  test.each([
    ['closes', (_, response) => void response.destroy(), /ECONNRESET|UND_ERR_SOCKET|closed/, 2_000],
    ['never answers', () => undefined, /no answer in 0.1 seconds/, 100],
    [
      'answers byte by byte',
      (_, response) => void setInterval(() => response.write('x'), 20).unref(),
      /no answer/,
      100,
    ],
  ] as [string, RequestListener, RegExp, number][])('a receiver that %s', async (_, listener, message, timeoutMs) => {
    answer = listener;
    const { error, statusCode } = await post(here(), LOCAL, timeoutMs);
    expect([statusCode, error]).toEqual([undefined, expect.stringMatching(message)]);
  });
  test('a receiver that is not there: the reason without its address', async () => {
    const url = 'http://receiver.example:1/';
    for (const found of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']])
      expect((await post(url, { ...LOCAL, lookup: resolver(found) })).error).toBe('ECONNREFUSED');
  });
});

/** A resolver with these answers, one after another. */
function resolver(...answers: (readonly string[])[]): LookupFunction {
  let calls = 0;
  return (_, options, callback) => {
    const found = (answers[Math.min(calls++, answers.length - 1)] ?? []).map((address) => ({
      address,
      family: address.includes(':') ? 6 : 4,
    }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
}

describe('where a message may go', () => {
  test.each([
    ['https://127.0.0.1/'],
    ['https://10.0.0.8/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://100.100.100.200/'],
    ['https://[::1]/'],
    ['https://[::ffff:127.0.0.1]/'],
    ['https://[64:ff9b::a00:8]/'],
    ['https://[fd00:ec2::254]/'],
    ['https://0x7f000001/'],
    ['https://2130706433/'],
  ])('not to %s', async (url) => {
    expect(await post(url, {})).toEqual({
      error: `${new URL(url).hostname.replace(/[[\]]/g, '')} has no public address`,
      latencyMs: expect.any(Number),
    });
  });
  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['fe80::1']], [['::ffff:10.0.0.1']], [[]]])(
    'not to a name at %j, and the reason is that of a name that does not exist',
    async (addresses) => {
      const reasonWith = async (lookup: LookupFunction) => (await post('https://receiver.example/', { lookup })).error;
      const reason = await reasonWith(resolver(addresses));
      expect(reason).toBe('receiver.example has no public address');
      for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
        expect(
          await reasonWith((host, _, callback) =>
            callback(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }), []),
          ),
        ).toBe(reason);
    },
  );
  test('not without https', async () => {
    expect((await post(here(), {})).error).toBe('not an https URL');
    expect(asked).toEqual([]);
  });
  test('a name that is public at first, and then private, is rejected at the second connection', async () => {
    answer = (_, response) => void response.writeHead(204, { connection: 'close' }).end();
    const receivers = openReceivers({ ...LOCAL, lookup: resolver(['127.0.0.1'], ['10.0.0.1']) });
    const url = `http://receiver.example:${port}/`;
    expect((await receivers.post(url, MESSAGE)).statusCode).toBe(204);
    expect((await receivers.post(url, MESSAGE)).error).toBe('receiver.example has no public address');
    await receivers.close();
    expect(asked).toHaveLength(1);
  });
});
