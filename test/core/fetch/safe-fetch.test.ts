import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { SafeFetchError, type SafeFetchOptions, safeFetch } from '../../../lambdas/core/fetch/safe-fetch';
import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';
import { ENCODINGS } from '../../support/node/encodings';

const LIMITS: SafeFetchOptions = { maxBytes: 1_000, timeoutMs: 2_000, redirects: 3 };
const LOCAL: SafeFetchOptions = { ...LIMITS, allow: 'loopback-too' };

/** A resolver that returns these answers in turn, and records its queries. */
function resolver(...answers: (readonly string[] | 'never')[]) {
  const asked: string[] = [];
  const lookup: LookupFunction = (host, options, callback) => {
    const addresses = answers[Math.min(asked.push(host), answers.length) - 1];
    if (addresses === 'never' || !addresses) return;
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]?.address ?? '', found[0]?.family);
  };
  return { lookup, asked };
}

const failing =
  (code: string): LookupFunction =>
  (host, _, callback) =>
    callback(Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }), []);

/** The body as text, or the error code. */
const outcome = (url: string, options: SafeFetchOptions) =>
  safeFetch(url, options).then(String, (error: unknown) => {
    if (error instanceof SafeFetchError) return error.code;
    throw error;
  });

describe('the fetch of an untrusted URL', () => {
  let server: Server;
  let port: number;
  let paths: (string | undefined)[];
  let answer: RequestListener;

  beforeEach(async () => {
    paths = [];
    server = createServer((request, response) => {
      paths.push(request.url);
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
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  /** The server's open connections, polled until zero or for 2 s. */
  const connections = async () => {
    let open = 0;
    for (let tries = 0; tries < 100; tries++) {
      open = await new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
      if (open === 0) break;
      await sleep(20);
    }
    return open;
  };
  /** Redirects the paths in `locations`; any other path returns its own name. */
  const redirecting = (locations: Record<string, string>) => {
    answer = ({ url = '' }, response) => {
      const location = locations[url];
      if (location === undefined) response.end(`at ${url}`);
      else response.writeHead(302, { location }).end();
    };
  };

  test('a fetch returns the body and leaves no connection open', async () => {
    answer = (_, response) => response.end('hello');
    expect(await outcome(at('/a?b=c'), LOCAL)).toBe('hello');
    expect(paths).toEqual(['/a?b=c']);
    expect(await connections()).toBe(0);
  });

  test.each(ENCODINGS)(
    'a fetch decodes a body in %j even though it did not request compression',
    async (header, encode) => {
      let agent: string | undefined;
      answer = ({ headers }, response) => {
        agent = headers['user-agent'];
        response.writeHead(200, { 'content-encoding': header }).end(encode('hello'));
      };
      expect(await outcome(at('/'), LOCAL)).toBe('hello');
      expect(agent).toBe(USER_AGENT);
    },
  );

  test('the size limit applies after decompression, and a corrupt body is UNREACHABLE', async () => {
    answer = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(1_001)));
    expect(await outcome(at('/'), LOCAL)).toBe('TOO_LARGE');
    answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('hello');
    expect(await outcome(at('/'), LOCAL)).toBe('UNREACHABLE');
  });

  test('a fetch follows relative and absolute redirects up to the limit', async () => {
    redirecting({ '/1': '/2', '/2': at('/3'), '/3': './4?x', '/loop': '/loop' });
    expect(await outcome(at('/1'), LOCAL)).toBe('at /4?x');
    expect(await outcome(at('/1'), { ...LOCAL, redirects: 2 })).toBe('REDIRECTS');
    paths = [];
    expect(await outcome(at('/loop'), LOCAL)).toBe('REDIRECTS');
    expect(paths).toHaveLength(4);
    expect(await outcome(at('/1'), { ...LOCAL, redirects: 0 })).toBe('REDIRECTS');
  });

  test.each([
    ['http://10.0.0.1/', 'ADDRESS'],
    ['http://169.254.169.254/latest/meta-data/', 'ADDRESS'],
    ['http://2852039166/', 'ADDRESS'],
    ['//[fd00:ec2::254]/', 'ADDRESS'],
    ['http://[::ffff:10.0.0.1]/', 'ADDRESS'],
    ['http://user:secret@127.0.0.1/', 'ADDRESS'],
    ['file:///etc/passwd', 'SCHEME'],
    ['ftp://127.0.0.1/', 'SCHEME'],
    ['data:,hello', 'SCHEME'],
    ['http://', 'SCHEME'],
  ])('a redirect to %s is rejected like an initial URL: %s', async (location, code) => {
    redirecting({ '/': location });
    expect(await outcome(at('/'), LOCAL)).toBe(code);
  });

  // If a spelling got through, port 80 of this machine would respond or refuse; neither yields ADDRESS.
  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '127.0.0.1.', '%31%32%37.0.0.1'],
    ...['0', '1２7.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '[0:0::1]'],
  ])('an address literal is rejected in any spelling: %s', async (host) => {
    expect(await outcome(`http://${host}/`, LIMITS)).toBe('ADDRESS');
    expect(await outcome(`https://${host}/`, LIMITS)).toBe('ADDRESS');
  });

  test('a name that resolves to a private address is never connected to, even among public addresses', async () => {
    answer = (_, response) => response.end('secret');
    for (const found of [['127.0.0.1'], ['::ffff:127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['2606:4700::1', '10.0.0.1']]) {
      expect(await outcome('http://home.example/', { ...LIMITS, lookup: resolver(found).lookup })).toBe('HOST');
      expect(await outcome('https://home.example/', { ...LIMITS, lookup: resolver(found).lookup })).toBe('HOST');
    }
    expect(await outcome('http://localhost/', LIMITS)).toBe('HOST');
    const mixed = resolver(['127.0.0.1', '10.0.0.1']);
    expect(await outcome(`http://home.example:${port}/`, { ...LOCAL, lookup: mixed.lookup })).toBe('HOST');
    expect(paths).toEqual([]);
  });

  test('a name is resolved once per connection, so the checked address is the one connected to', async () => {
    redirecting({ '/again': `http://rebind.example:${port}/home` });
    const rebind = resolver(['127.0.0.1'], ['192.168.0.1']);
    expect(await outcome(`http://rebind.example:${port}/once`, { ...LOCAL, lookup: rebind.lookup })).toBe('at /once');
    expect(rebind.asked).toEqual(['rebind.example']);
    // The second answer is private: the hop after the redirect is checked separately.
    const second = resolver(['127.0.0.1'], ['192.168.0.1']);
    expect(await outcome(`http://rebind.example:${port}/again`, { ...LOCAL, lookup: second.lookup })).toBe('HOST');
    expect(paths).toEqual(['/once', '/again']);
  });

  test('a failure does not reveal whether a name is private or unknown, even after a redirect', async () => {
    redirecting({ '/moved': `http://name.example:${port}/` });
    const lookups = [
      ...[['10.0.0.7'], ['fd00::7'], ['8.8.8.8', '10.0.0.7'], []].map((found) => resolver(found).lookup),
      ...['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].map(failing),
    ];
    for (const lookup of lookups) {
      for (const url of ['https://name.example/', at('/moved')]) {
        const error = await safeFetch(url, { ...LOCAL, lookup }).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ code: 'HOST', message: 'name.example has no public address' });
      }
    }
  });

  test('loopback is blocked by default, and other private addresses even when loopback is allowed', async () => {
    answer = (_, response) => response.end('secret');
    expect(await outcome(at('/'), LIMITS)).toBe('ADDRESS');
    expect(await outcome('http://192.168.0.1/', LOCAL)).toBe('ADDRESS');
    expect(await outcome('http://0.0.0.0/', LOCAL)).toBe('ADDRESS');
    expect(paths).toEqual([]);
  });

  test('a URL is limited to http(s), to https on request, to ports 80 and 443, and to no credentials', async () => {
    const { lookup, asked } = resolver(['127.0.0.1']);
    const limits = { ...LIMITS, lookup };
    for (const url of ['ftp://a.example/', 'ws://a.example/', 'a.example', '', 'javascript:0', 'http:', 'http://a b/'])
      expect([url, await outcome(url, limits)]).toEqual([url, 'SCHEME']);
    expect(await outcome('http://a.example/', { ...limits, httpsOnly: true })).toBe('SCHEME');
    for (const url of [
      'http://a.example:22/',
      'https://a.example:8443/',
      'http://u@a.example/',
      'http://:p@a.example/',
    ])
      expect([url, await outcome(url, limits)]).toEqual([url, 'ADDRESS']);
    expect(asked).toEqual([]);
    // These two are resolved, then rejected by their address.
    for (const url of ['http://a.example:443/', 'https://a.example:80/'])
      expect(await outcome(url, limits)).toBe('HOST');
    expect(asked).toEqual(['a.example', 'a.example']);
  });

  test.each([true, false])('a body one byte too long is cut off, with content-length: %s', async (isDeclared) => {
    let sent = 0;
    const body = Buffer.alloc(64 * 1_024, 'x');
    answer = ({ url }, response) => {
      if (url === '/fits') return void response.end(body.subarray(0, 1_000));
      response.writeHead(200, isDeclared ? { 'content-length': 1e9 } : {});
      const more = () => {
        while (!response.destroyed && response.write(body)) sent += body.length;
        response.once('drain', more);
      };
      more();
    };
    expect(await outcome(at('/fits'), LOCAL)).toHaveLength(1_000);
    expect(await outcome(at('/fits'), { ...LOCAL, maxBytes: 999 })).toBe('TOO_LARGE');
    expect(await outcome(at('/endless'), LOCAL)).toBe('TOO_LARGE');
    expect(await connections()).toBe(0);
    expect(sent).toBeLessThan(20e6);
  });

  test('the timeout covers missing headers, slow bodies, slow redirects and names that never resolve', async () => {
    const limits = { ...LOCAL, timeoutMs: 300 };
    answer = ({ url }, response) => {
      if (url === '/mute') return;
      if (url === '/hop') return void setTimeout(() => response.writeHead(302, { location: '/hop' }).end(), 130);
      const drip = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(drip));
    };
    const took = async (url: string, options: SafeFetchOptions) => {
      const start = performance.now();
      expect([url, await outcome(url, options)]).toEqual([url, 'TIMEOUT']);
      return performance.now() - start;
    };
    const never = { ...limits, lookup: resolver('never').lookup };
    const all = await Promise.all([
      took(at('/mute'), limits),
      took(at('/drip'), limits),
      took(at('/hop'), limits),
      took('http://nowhere.example/', never),
    ]);
    for (const ms of all) {
      expect(ms).toBeGreaterThan(250);
      expect(ms).toBeLessThan(1_500);
    }
    expect(await connections()).toBe(0);
  });

  test('an endless body of a redirect or an error is not waited for', async () => {
    answer = ({ url }, response) => {
      if (url === '/end') return void response.end('done');
      response.writeHead(url === '/moved' ? 301 : 500, { location: '/end' });
      const drip = setInterval(() => response.write('x'.repeat(1_000)), 5);
      response.once('close', () => clearInterval(drip));
    };
    expect(await outcome(at('/moved'), LOCAL)).toBe('done');
    expect(await outcome(at('/error'), LOCAL)).toBe('STATUS');
    expect(await connections()).toBe(0);
  });

  test('errors distinguish bad statuses, throttling and unreachable servers', async () => {
    answer = ({ url = '' }, response) => response.writeHead(Number(url.slice(1))).end('{}');
    for (const [status, expected] of [
      [200, '{}'],
      [206, '{}'],
      [304, 'STATUS'],
      [301, 'STATUS'],
      [404, 'STATUS'],
      [503, 'STATUS'],
      [429, 'THROTTLED'],
    ])
      expect([status, await outcome(at(`/${status}`), LOCAL)]).toEqual([status, expected]);
    answer = ({ socket }) => socket.end('nonsense\r\n\r\n');
    expect(await outcome(at('/'), LOCAL)).toBe('UNREACHABLE');
    server.close();
    server.closeAllConnections();
    expect(await outcome(at('/'), LOCAL)).toBe('UNREACHABLE');
  });
});
