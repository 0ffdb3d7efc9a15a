import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { SafeAgentOptions } from '../../../lambdas/core/fetch/safe-fetch';
import { createReceivers } from '../../../lambdas/webhooks/delivery/receiver';
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

/** Posts once and closes all connections. */
async function post(url: string, options: SafeAgentOptions = LOCAL, timeoutMs = 2_000) {
  const receivers = createReceivers(options, timeoutMs);
  try {
    return await receivers.post(url, MESSAGE);
  } finally {
    await receivers.close();
  }
}
const here = (path = '/') => `http://127.0.0.1:${port}${path}`;

describe('receiver request', () => {
  test('a request sends its body and headers, and returns the status and response', async () => {
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
  test.each(ENCODINGS)('a response with content-encoding %j is decoded', async (header, encode) => {
    for (const text of ['thanks', 'thanks '.repeat(1_000)]) {
      answer = (_, response) => void response.writeHead(200, { 'content-encoding': header }).end(encode(text));
      const { statusCode, answer: shown } = await post(here());
      expect([statusCode, text.startsWith(shown ?? '-')]).toEqual([200, true]);
      expect(shown?.length).toBeGreaterThanOrEqual(Math.min(text.length, 1_000));
    }
  });
  test('a response with a wrong content-encoding is returned unchanged', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('thanks');
    expect(await post(here())).toMatchObject({ statusCode: 200, answer: 'thanks' });
  });
  describe('closed connection', () => {
    const closing: RequestListener = (request) => void request.socket.destroy();
    const answering: RequestListener = (_, response) => void response.writeHead(200).end('ok');

    test('a request is repeated once, over a new connection, if a reused one closed before the response began', async () => {
      const receivers = createReceivers(LOCAL, 2_000);
      const ports = new Set<number | undefined>();
      answer = answering;
      await receivers.post(here(), MESSAGE);
      answer = (request, response) => {
        if (ports.size === 0) request.socket.destroy();
        else answering(request, response);
        ports.add(request.socket.remotePort);
      };
      expect(await receivers.post(here(), MESSAGE)).toMatchObject({ statusCode: 200, answer: 'ok' });
      expect([asked.length, ports.size]).toEqual([3, 2]);
      answer = answering;
      await Promise.all([receivers.post(here(), MESSAGE), receivers.post(here(), MESSAGE)]);
      answer = closing;
      // Two connections are idle, and the repeated request uses neither.
      expect(await receivers.post(here(), MESSAGE)).toMatchObject({ error: 'ECONNRESET' });
      expect(asked).toHaveLength(7);
      await receivers.close();
    });
    test('a request over a fresh connection is not repeated', async () => {
      answer = closing;
      expect(await post(here())).toMatchObject({ error: 'ECONNRESET' });
      expect(asked).toHaveLength(1);
    });
    test('a request is not repeated once the response has begun', async () => {
      const receivers = createReceivers(LOCAL, 2_000);
      answer = answering;
      await receivers.post(here(), MESSAGE);
      answer = ({ socket }) => void socket.end('HTTP/1.1 2');
      const { error, statusCode } = await receivers.post(here(), MESSAGE);
      expect([error, statusCode]).toEqual([expect.any(String), undefined]);
      expect(asked).toHaveLength(2);
      await receivers.close();
    });
    test('a request is not repeated after a second', async () => {
      const receivers = createReceivers(LOCAL, 2_000);
      answer = answering;
      await receivers.post(here(), MESSAGE);
      const { now } = performance;
      let passed = 0;
      const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed);
      answer = (request) => {
        passed = 1_001;
        request.socket.destroy();
      };
      expect((await receivers.post(here(), MESSAGE)).error).toBeDefined();
      clock.mockRestore();
      expect(asked).toHaveLength(2);
      await receivers.close();
    });
  });
  test('control characters of a response are replaced, and an uppercase HTTPS scheme is accepted', async () => {
    answer = (_, response) => void response.writeHead(200).end('a\0\u0007b\n');
    expect((await post(here())).answer).toBe('a\u{fffd}\u{fffd}b\n');
    expect((await post(`HTTPS://127.0.0.1:${port}/`, { allow: 'public' })).error).not.toContain('https URL');
  });
  test('a redirect is not followed', async () => {
    answer = (_, response) => void response.writeHead(307, { location: here('/secret') }).end();
    expect(await post(here())).toMatchObject({ statusCode: 307 });
    expect(asked.map(({ url }) => url)).toEqual(['/']);
  });
  test('one kilobyte of a ten-megabyte response is kept, and less than half is read', async () => {
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
    ['closes the connection', (_, response) => void response.destroy(), /ECONNRESET|UND_ERR_SOCKET|closed/, 2_000],
    ['never answers', () => undefined, /no answer in 0.1 seconds/, 100],
  ] as [string, RequestListener, RegExp, number][])(
    'a receiver that %s leads to an error without a status',
    async (_, listener, message, timeoutMs) => {
      answer = listener;
      const { error, statusCode } = await post(here(), LOCAL, timeoutMs);
      expect([statusCode, error]).toEqual([undefined, expect.stringMatching(message)]);
    },
  );
  test('an unreachable receiver leads to an error code without its IP address', async () => {
    const url = 'http://receiver.example:1/';
    for (const found of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']])
      expect((await post(url, { ...LOCAL, lookup: resolver(found) })).error).toBe('ECONNREFUSED');
  });
});

/** The bytes of a response, and the event that follows them. */
interface RawAnswer {
  readonly head: string;
  readonly body?: string | Buffer;
  readonly after?: 'end' | 'reset' | 'trickle' | 'nothing';
}
const head = (status: string, ...headers: string[]) => `HTTP/1.1 ${[status, ...headers].join('\r\n')}\r\n\r\n`;
const CHUNKED = 'transfer-encoding: chunked';

describe('incomplete or malformed responses', () => {
  let closed: number;
  /** Answers with exactly these bytes. */
  const raw = ({ head, body = '', after = 'nothing' }: RawAnswer) => {
    closed = 0;
    answer = ({ socket }) => {
      const timer = after === 'trickle' ? setInterval(() => socket.write('x'), 20) : undefined;
      socket.once('close', () => {
        closed++;
        clearInterval(timer);
      });
      socket.write(head);
      socket.write(body);
      if (after === 'end') socket.end();
      // The bytes must arrive before the reset.
      if (after === 'reset') setTimeout(() => socket.resetAndDestroy(), 50);
    };
  };

  test.each([
    ['never ends', { head: head('200 OK'), body: 'ok' }, 'ok'],
    ['never sends its body', { head: head('200 OK', 'content-length: 5') }, ''],
    ['trickles', { head: head('202 Accepted'), after: 'trickle' }, /^x{5,100}$/],
    ['is cut off by a reset', { head: head('200 OK'), body: 'half', after: 'reset' }, 'half'],
    [
      'ends before its content-length',
      { head: head('200 OK', 'content-length: 50'), body: 'short', after: 'end' },
      'short',
    ],
    ['ends within a chunk', { head: head('200 OK', CHUNKED), body: '9\r\nhal', after: 'end' }, 'hal'],
    ['has a broken chunk', { head: head('200 OK', CHUNKED), body: '2\r\nok\r\nzz\r\n' }, 'ok'],
    ['has a broken chunk in the packet of its headers', { head: `${head('200 OK', CHUNKED)}!!\r\n` }, ''],
    [
      'is compressed and corrupt',
      { head: head('200 OK', 'content-encoding: gzip', 'content-length: 3'), body: 'xyz', after: 'end' },
      'xyz',
    ],
    ['exceeds its content-length', { head: head('201 Created', 'content-length: 2'), body: 'ok and more' }, 'ok'],
    ['never ends and is a failure', { head: head('503 Busy', 'retry-after: 30'), body: 'busy' }, 'busy'],
    ['never ends and is 410 Gone', { head: head('410 Gone'), body: 'gone' }, 'gone'],
    ['never ends and redirects', { head: head('302 Found', 'location: /elsewhere'), body: 'moved' }, 'moved'],
  ] as [string, RawAnswer, string | RegExp][])(
    'a response that %s counts with its status, and its connection is closed',
    async (_, bytes, kept) => {
      raw(bytes);
      const receivers = createReceivers(LOCAL, 5_000);
      const began = performance.now();
      const received = await receivers.post(here(), MESSAGE);
      const took = performance.now() - began;
      expect([received.statusCode, received.error]).toEqual([Number(bytes.head.slice(9, 12)), undefined]);
      expect(received.answer).toEqual(typeof kept === 'string' ? kept : expect.stringMatching(kept));
      expect(received.retryAfter).toBe(bytes.head.includes('retry-after') ? '30' : undefined);
      // Latency excludes the body.
      expect([took < 2_500, received.latencyMs < 900]).toEqual([true, true]);
      await until(() => closed === 1);
      expect(asked).toHaveLength(1);
      await receivers.close();
    },
  );
  test('the timeout of the attempt ends the reading of the body', async () => {
    raw({ head: head('200 OK'), body: 'ok' });
    const began = performance.now();
    expect(await post(here(), LOCAL, 200)).toMatchObject({ statusCode: 200, answer: 'ok' });
    expect(performance.now() - began).toBeLessThan(700);
  });
  test('informational responses are skipped, and the final status counts', async () => {
    raw({
      head: `${head('100 Continue')}${head('103 Early Hints', 'link: </a>; rel=preload')}${head('500 Broken', 'content-length: 2')}`,
      body: 'no',
    });
    expect(await post(here())).toMatchObject({ statusCode: 500, answer: 'no' });
    raw({ head: head('102 Processing') });
    expect(await post(here(), LOCAL, 200)).toEqual({
      error: 'no answer in 0.2 seconds',
      latencyMs: expect.any(Number),
    });
    raw({ head: head('101 Switching Protocols', 'upgrade: x', 'connection: upgrade') });
    expect((await post(here(), LOCAL, 200)).statusCode).toBeUndefined();
    expect(asked).toHaveLength(3);
  });
  test('a connection is reused after a complete response', async () => {
    const ports = new Set<number | undefined>();
    answer = ({ socket }, response) => {
      ports.add(socket.remotePort);
      response.writeHead(200).end('ok');
    };
    const receivers = createReceivers(LOCAL, 2_000);
    await receivers.post(here(), MESSAGE);
    await receivers.post(here(), MESSAGE);
    expect(ports.size).toBe(1);
    await receivers.close();
  });
});

/** Waits until a condition holds; fails after two seconds. */
async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 2_000; !holds(); ) {
    if (performance.now() > end) throw new Error('the condition never held');
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

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

describe('receiver addresses', () => {
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
  ])('a request to %s is rejected as not public', async (url) => {
    expect(await post(url, {})).toEqual({
      error: `${new URL(url).hostname.replace(/[[\]]/g, '')} has no public address`,
      latencyMs: expect.any(Number),
    });
  });
  test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.1']], [['fe80::1']], [['::ffff:10.0.0.1']], [[]]])(
    'a name that resolves to %j is rejected with the same reason as an unknown name',
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
  test('a plain HTTP URL is rejected', async () => {
    expect((await post(here(), {})).error).toBe('not an https URL');
    expect(asked).toEqual([]);
  });
  test('a name that resolves to a private address later is rejected at the next connection', async () => {
    answer = (_, response) => void response.writeHead(204, { connection: 'close' }).end();
    const receivers = createReceivers({ ...LOCAL, lookup: resolver(['127.0.0.1'], ['10.0.0.1']) });
    const url = `http://receiver.example:${port}/`;
    expect((await receivers.post(url, MESSAGE)).statusCode).toBe(204);
    expect((await receivers.post(url, MESSAGE)).error).toBe('receiver.example has no public address');
    await receivers.close();
    expect(asked).toHaveLength(1);
  });
});
