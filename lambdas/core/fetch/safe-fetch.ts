import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { isLoopback, isPublicAddress } from '../domain/public-address';
import { decompressedBody } from './decompressed-body';
import { USER_AGENT } from './user-agent';

/**
 * SCHEME: not http(s). ADDRESS: non-public address, port other than 80 and 443, or credentials in the URL. HOST: the
 * name does not resolve, or to any non-public address. UNREACHABLE: no connection or an invalid response.
 */
export type SafeFetchCode =
  | 'SCHEME'
  | 'ADDRESS'
  | 'HOST'
  | 'UNREACHABLE'
  | 'TOO_LARGE'
  | 'TIMEOUT'
  | 'REDIRECTS'
  | 'THROTTLED'
  | 'STATUS'
  | 'TYPE';

/**
 * Callers decide by `code`. The message may be shown to the author of the URL: it reveals no resolved address, and
 * does not distinguish a name with private addresses from an unknown one.
 */
export class SafeFetchError extends Error {
  override readonly name = 'SafeFetchError';
  readonly code: SafeFetchCode;
  constructor(code: SafeFetchCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface SafeAgentOptions {
  /** 'loopback-too' also allows loopback addresses and every port: for local mode and tests. */
  readonly allow?: 'public' | 'loopback-too';
  readonly lookup?: LookupFunction;
}

export interface SafeFetchOptions extends SafeAgentOptions {
  readonly maxBytes: number;
  /** For the whole fetch: DNS, connections, redirects, body. */
  readonly timeoutMs: number;
  readonly redirects: number;
  readonly httpsOnly?: boolean;
  /** A matching content type fails with TYPE, before the body is read. */
  readonly refusedType?: RegExp;
}

/** Checks the address that it connects to, against DNS rebinding. `timeoutMs`: for the connection. */
const publicAgent = (options: SafeAgentOptions & { readonly timeoutMs: number }): Agent =>
  // One short request gains nothing from HTTP/2, and less untrusted input is parsed without it.
  new Agent({ allowH2: false, connect: getConnector(options) });

/** For untrusted URLs. Each redirect is checked like the first URL. Throws SafeFetchError. */
export async function safeFetch(url: string, options: SafeFetchOptions): Promise<Buffer> {
  const agent = publicAgent(options);
  try {
    return await withTimeout(
      follow(url, agent, options),
      options.timeoutMs,
      `no complete response within ${options.timeoutMs} ms`,
    );
  } catch (error) {
    throw error instanceof SafeFetchError ? error : new SafeFetchError('UNREACHABLE', 'no response', { cause: error });
  } finally {
    await agent.destroy();
  }
}

/** Throws TIMEOUT. A race, as an abort signal does not cancel name resolution. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SafeFetchError('TIMEOUT', message)), timeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function follow(first: string, agent: Agent, options: SafeFetchOptions): Promise<Buffer> {
  let url = checked(URL.parse(first), options);
  for (let left = options.redirects; ; left--) {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': USER_AGENT },
    });
    const isOk = statusCode >= 200 && statusCode < 300;
    const isRefused = isOk && options.refusedType?.test(String(headers['content-type']));
    if (isOk && !isRefused) return read(decompressedBody(body, headers['content-encoding']), options.maxBytes);
    // Not read, as it may be endless.
    body.on('error', () => {}).destroy();
    if (isRefused) throw new SafeFetchError('TYPE', `${url.host} returned an unsupported content type`);
    if (statusCode === 429) throw new SafeFetchError('THROTTLED', `${url.host} is rate limiting (HTTP 429)`);
    const location = [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
    if (typeof location !== 'string') throw new SafeFetchError('STATUS', `${url.host} returned HTTP ${statusCode}`);
    if (left === 0) throw new SafeFetchError('REDIRECTS', `more than ${options.redirects} redirects`);
    url = checked(URL.parse(location, url.href), options);
  }
}

function checked(url: URL | null, { allow, httpsOnly }: SafeFetchOptions): URL {
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && !httpsOnly)))
    throw new SafeFetchError('SCHEME', `not an ${httpsOnly ? 'https' : 'http(s)'} URL`);
  if (url.username || url.password) throw new SafeFetchError('ADDRESS', 'the URL must not contain credentials');
  if (!['', '80', '443'].includes(url.port) && allow !== 'loopback-too')
    throw new SafeFetchError('ADDRESS', `port ${url.port} is not allowed`);
  return url;
}

function getConnector(options: SafeAgentOptions & { readonly timeoutMs: number }): buildConnector.connector {
  const { lookup, refusal } = permittedAddresses(options);
  const connect = buildConnector({ allowH2: false, timeout: options.timeoutMs, lookup });
  return (to, answer) => {
    const refused = refusal(to.hostname);
    return refused ? answer(refused, null) : connect(to, answer);
  };
}

/** `lookup` resolves names to permitted addresses only; `refusal` checks literal ones, which skip the lookup. */
export function permittedAddresses({ allow, lookup = resolve }: SafeAgentOptions): {
  readonly lookup: LookupFunction;
  readonly refusal: (hostname: string) => SafeFetchError | undefined;
} {
  const barred = (address: string) => !isPublicAddress(address) && !(allow === 'loopback-too' && isLoopback(address));
  const refuse = (code: SafeFetchCode, host: string, cause?: unknown) =>
    new SafeFetchError(code, `${host} has no public address`, { cause });
  return {
    lookup: (host, wanted, answer) =>
      lookup(host, { ...wanted, all: true }, (error, found) => {
        const addresses = error ? [] : (found as LookupAddress[]);
        const [one] = addresses;
        if (!one || addresses.some(({ address }) => barred(address)))
          answer(refuse('HOST', host, error ?? addresses), []);
        else if (wanted.all) answer(null, addresses);
        else answer(null, one.address, one.family);
      }),
    refusal: (hostname) => (isIP(hostname) && barred(hostname) ? refuse('ADDRESS', hostname) : undefined),
  };
}

async function read(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  // Allocated in full: a body that arrives byte by byte costs no more than any other.
  const room = Buffer.alloc(maxBytes);
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.length > maxBytes) throw new SafeFetchError('TOO_LARGE', `more than ${maxBytes} bytes`);
    room.set(chunk, size);
    size += chunk.length;
  }
  return room.subarray(0, size);
}
