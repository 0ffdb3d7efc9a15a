import type { APIGatewayProxyEvent } from 'aws-lambda';
import * as z from 'zod';
import { EXPOSED_HEADERS } from '../../../lambdas/core/contract/answer-headers';
import { Config } from '../../../lambdas/core/contract/config';
import { endpoint } from '../../../lambdas/core/contract/endpoint';
import { ApiError } from '../../../lambdas/core/contract/errors';
import { keyText } from '../../../lambdas/core/contract/key-text';
import { Address, ChainId, Paging } from '../../../lambdas/core/contract/schemas/params';
import { getRatePolicy } from '../../../lambdas/core/http/answer';
import { requestFields } from '../../../lambdas/core/http/request-fields';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { implement } from '../../../lambdas/evm/api/implement';
import { captureLog } from '../../support/capture-log';
import { type Asked, call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { aChain, aCursor } from '../../support/make/blocks';

type Run = () => Promise<{ greeting: string }>;
const spec = endpoint({
  id: 'greet',
  method: 'GET',
  path: '/v1/greetings/{name}',
  tag: 'EVM Chains',
  summary: 'Greet',
  weight: 1,
  readUnits: 100,
  access: 'anyone',
  uses: {},
  params: z.object({ name: z.string().max(5, 'must be at most 5 letters') }),
  query: z.object({ ...Paging, tone: z.enum(['loud', 'soft'], { error: 'must be loud or soft' }).optional() }),
  response: z.object({ greeting: z.string() }),
});
const hello: Run = async () => ({ greeting: 'hello' });
const fails =
  (error: unknown): Run =>
  async () => {
    throw error;
  };
const ask = async (run: Run, asked: Asked = {}, access: 'open' | 'anyone' | 'key' = 'anyone') => {
  const { deps } = await depsWith();
  return call(implement({ ...spec, access }, run), deps, { params: { name: 'Ann' }, ...asked });
};
const error = (statusCode: number, phrase: string, message: string) => ({ message, statusCode, error: phrase });

let log: ReturnType<typeof captureLog>;
beforeEach(() => {
  log = captureLog();
});
afterEach(() => log.restore());

describe('requests', () => {
  test.each([
    ['a parameter given twice', { query: { tone: ['loud', 'loud'] } }, 'tone: must not be repeated (given 2 times)'],
    ['a bad value', { query: { tone: 'shrill' } }, 'tone: must be loud or soft'],
    ['an invalid path parameter', { params: { name: 'Elisabeth' } }, 'name: must be at most 5 letters'],
    [
      'several errors, all reported at once',
      { query: { tone: 'shrill', pageSize: '0' } },
      'pageSize: must be a whole number from 1 to 100; tone: must be loud or soft',
    ],
  ])('a request with %s gets 400', async (_, asked: Asked, message) => {
    const { status, body } = await ask(hello, asked);
    expect([status, body]).toEqual([400, error(400, 'Bad Request', message)]);
  });
  const ODD = ['__proto__', 'constructor', 'prototype', 'toString'];
  test.each(['colour', '_', 'a b,c', ...ODD])(
    'an unknown parameter named %s is ignored and named in a header',
    async (name) => {
      const query = JSON.parse(JSON.stringify({ tone: 'soft' }).replace('}', `,${JSON.stringify(name)}:["x","y"]}`));
      const seen: unknown[] = [];
      const { deps } = await depsWith();
      const handler = implement(spec, async (input) => {
        seen.push(input.query);
        return { greeting: 'hello' };
      });
      const { status, headers } = await call(handler, deps, { params: { name: 'Ann' }, query });
      expect([status, headers['x-ignored-parameters']]).toEqual([200, encodeURIComponent(name)]);
      expect(seen).toEqual([{ pageSize: 10, tone: 'soft' }]);
    },
  );
  test('a 400 also names ignored parameters, and the header is absent if none was ignored', async () => {
    const { status, headers } = await ask(hello, { query: { colour: 'red', day: '1', tone: 'shrill' } });
    expect([status, headers['x-ignored-parameters']]).toEqual([400, 'colour,day']);
    expect((await ask(hello)).headers).not.toHaveProperty('x-ignored-parameters');
  });
  test.each([...ODD, 'colour'])(
    'an endpoint for key holders rejects an unknown parameter named %s with 400',
    async (name) => {
      const caller = { plan: 'pro', ownerId: 'a' };
      const { status, body } = await ask(hello, { query: JSON.parse(`{"${name}":"x"}`), caller }, 'key');
      const message = `${name}: unknown; this endpoint takes pageToken, pageSize, tone`;
      expect([status, body]).toEqual([400, error(400, 'Bad Request', message)]);
    },
  );
  test('an endpoint that writes rejects an unknown parameter with 400, even if anyone may call it', async () => {
    const { deps } = await depsWith();
    const writing = implement({ ...spec, uses: { queue: 'nfts' } }, hello);
    expect((await call(writing, deps, { params: { name: 'Ann' }, query: { colour: 'red' } })).status).toBe(400);
  });
  test.each(['', 'undefined', 'null'])('the pageToken “%s” counts as absent', async (pageToken) => {
    expect((await ask(hello, { query: { pageToken } })).status).toBe(200);
  });
  test('an unserved chain gets 404 before its address is validated', async () => {
    const { deps } = await depsWith({ chains: [aChain(), aChain({ chainId: '7', index: false })] });
    const ofChain = endpoint({
      ...spec,
      path: '/v1/chains/{chainId}/addresses/{address}',
      params: z.object({ chainId: ChainId, address: Address }),
    });
    const getAnswer = async (chainId: string, query = {}) => {
      const params = { chainId, address: 'X-avax1' };
      const { status, body } = await call(implement(ofChain, hello), deps, { params, query });
      return [status, body.message];
    };
    expect(await getAnswer('8')).toEqual([404, 'chain 8 was not found']);
    expect(await getAnswer('7', { tone: 'shrill' })).toEqual([404, 'an index of chain 7 was not found']);
    expect(await getAnswer('31337')).toEqual([400, 'address: must be an address: 0x and 40 hexadecimal digits']);
    expect(await getAnswer('x!')).toEqual([400, expect.stringContaining('chainId: must be')]);
  });
  test('the handler runs only for a valid request', async () => {
    const run = jest.fn(hello);
    await ask(run, { query: { pageSize: '0' } });
    expect(run).not.toHaveBeenCalled();
    await ask(run);
    expect(run).toHaveBeenCalledTimes(1);
  });
  test('the handler receives parsed parameters, the page and the caller', async () => {
    const seen: unknown[] = [];
    const { deps } = await depsWith();
    const handler = implement(spec, async ({ params, query, page, caller }) => {
      seen.push(params, query.tone, page.size, caller);
      return { greeting: '' };
    });
    const caller = { plan: 'pro', ownerId: 'team-7' };
    await call(handler, deps, { params: { name: 'Ann' }, query: { tone: 'soft', pageSize: '7' }, caller });
    expect(seen).toEqual([{ name: 'Ann' }, 'soft', 7, caller]);
  });
});

describe('a body', () => {
  const taking = endpoint({ ...spec, method: 'POST', body: z.object({ tone: z.enum(['loud', 'soft']) }) });
  const send = async (asked: Asked, access: 'anyone' | 'key' = 'anyone') => {
    const { deps } = await depsWith();
    const handler = implement({ ...taking, access }, async ({ body }) => ({ greeting: body.tone }));
    return call(handler, deps, { params: { name: 'Ann' }, ...asked });
  };
  const body = { tone: 'loud' };
  const JSON_ONLY = 'content-type: must be application/json';
  const NO_JSON = 'the body must be JSON: send it with content-type: application/json';

  test.each([
    ['in lower case with a charset', { 'content-type': 'application/json;charset=utf-8' }],
    ['in title case', { 'Content-Type': 'application/json' }],
    ['in any case', { 'CONTENT-TYPE': 'Application/JSON' }],
    ['of a JSON subtype', { 'content-type': 'application/merge-patch+json' }],
  ])('a body is accepted with a content type %s', async (_, headers) => {
    expect((await send({ body, headers })).body).toEqual({ greeting: 'loud' });
  });
  test('a base64 body is decoded', async () => {
    expect((await send({ body, isBase64Encoded: true })).body).toEqual({ greeting: 'loud' });
  });
  test.each([
    ['another content type', { body, headers: { 'content-type': 'text/plain' } }, JSON_ONLY],
    ['a form', { body: 'tone=loud', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, JSON_ONLY],
    ['text/json', { body, headers: { 'content-type': 'text/json' } }, JSON_ONLY],
    ['no content type', { body, headers: {} }, JSON_ONLY],
    ['invalid JSON', { body: '{"tone":' }, NO_JSON],
    ['an empty body', { body: '' }, NO_JSON],
    ['no body at all', { headers: { 'content-type': 'application/json' } }, NO_JSON],
    ['null', { body: 'null' }, 'the body: Invalid input: expected object, received null'],
    ['the key __proto__', { body: '{"__proto__":{}}' }, 'the body: key __proto__ is not allowed'],
    ['a bad value', { body: { tone: 'shrill' } }, 'tone: Invalid option: expected one of "loud"|"soft"'],
  ] satisfies [string, Asked, string][])(
    'a body with %s gets 400 and no log line',
    async (_, asked: Asked, message) => {
      const { status, body } = await send(asked);
      expect([status, body]).toEqual([400, error(400, 'Bad Request', message)]);
      expect(log.lines).toEqual([]);
    },
  );
  test('an unauthorized caller gets 401 even with an invalid body', async () => {
    const { status, body } = await send({ body: '{' }, 'key');
    expect([status, body]).toEqual([401, error(401, 'Unauthorized', 'this endpoint needs an API key')]);
  });
  test('an endpoint without a body ignores one', async () => {
    expect((await ask(hello, { body: '{', headers: { 'content-type': 'text/plain' } })).status).toBe(200);
  });
});

describe('access', () => {
  const anonymous = { plan: 'anonymous', ownerId: 'anonymous' };
  test.each([
    ['no authorizer', undefined],
    ['the anonymous key', anonymous],
  ])('an endpoint for key holders answers 401 with %s', async (_, caller) => {
    const { status, body } = await ask(hello, caller ? { caller } : {}, 'key');
    expect([status, body]).toEqual([401, error(401, 'Unauthorized', 'this endpoint needs an API key')]);
  });
  const claimed = { plan: 'pro', ownerId: 'a' };
  test.each([
    ['no key', claimed, null],
    ['the key that anonymous callers share', claimed, keyText('anonymous', 'chain-data', '0'.repeat(32))],
    ["another owner's key", claimed, keyText('pro', 'b', '0'.repeat(32))],
    ['a key of a lower plan', claimed, keyText('free', 'a', '0'.repeat(32))],
    ['text that is not a key', claimed, 'pro_a'],
    ['no key, with an anonymous caller', anonymous, null],
    ["an owner's key, with an anonymous caller", anonymous, keyText('pro', 'a', '0'.repeat(32))],
  ])('a gateway that looked up %s gets 500, as the authorizer alone proves nothing', async (_, caller, apiKey) => {
    for (const access of ['key', 'anyone'] as const) {
      const { status, body } = await ask(hello, { caller, apiKey }, access);
      expect([status, body]).toEqual([500, error(500, 'Internal Server Error', 'the service could not check the key')]);
    }
    expect(log.lines).toEqual(
      Array(2).fill(expect.objectContaining({ error: expect.stringContaining('require an API key') })),
    );
  });
  test('an endpoint for key holders accepts a key', async () => {
    expect((await ask(hello, { caller: { plan: 'free', ownerId: 'a' } }, 'key')).status).toBe(200);
  });
  test.each(['open', 'anyone'] as const)('an endpoint for %s needs no key', async (access) => {
    expect((await ask(hello, { caller: anonymous }, access)).status).toBe(200);
  });
});

describe('responses', () => {
  test('a field outside the contract is removed from the response', async () => {
    const { status, body } = await ask(async () => ({ greeting: 'hello', pk: 'secret' }));
    expect([status, body]).toEqual([200, { greeting: 'hello' }]);
  });
  test('a response that violates the contract gets 500 without detail', async () => {
    const { status, text } = await ask(async () => ({ greeting: 5 }) as unknown as { greeting: string });
    expect(status).toBe(500);
    expect(text).not.toContain('greeting');
  });
  test.each([
    [
      'an ApiError',
      new ApiError(403, 'not in this plan', { cause: new Error('secret') }),
      error(403, 'Forbidden', 'not in this plan'),
    ],
    ['a node that rejects a call', new NodeRefused(-32_000, 'it refuses'), error(502, 'Bad Gateway', 'it refuses')],
    [
      'a node that is down',
      new NodeDown('it is down', 'down', { cause: new Error('secret') }),
      error(503, 'Service Unavailable', 'it is down'),
    ],
    [
      'an unexpected error',
      new Error('secret'),
      error(500, 'Internal Server Error', 'the service could not answer; the failure is logged'),
    ],
    [
      'a thrown string',
      'secret',
      error(500, 'Internal Server Error', 'the service could not answer; the failure is logged'),
    ],
  ])('%s is answered with its status and no internal detail', async (_, thrown, body) => {
    const answer = await ask(fails(thrown));
    expect([answer.status, answer.body]).toEqual([body.statusCode, body]);
    expect(answer.text).not.toContain('secret');
  });
  test.each([
    ['an error', new Error('why it broke')],
    ['a string', 'why it broke'],
  ])('the log has the cause of a 500 thrown as %s, and no entry for a 400', async (_, thrown) => {
    await ask(fails(thrown));
    await ask(hello, { query: { tone: 'shrill' } });
    expect(log.lines).toEqual([expect.objectContaining({ endpoint: 'greet', statusCode: 500 })]);
    expect(JSON.stringify(log.lines[0]?.error)).toContain('why it broke');
  });
  test.each([
    ['a success', hello],
    ['a refusal', fails(new ApiError(404, 'absent'))],
    ['a failure', fails(new Error('broken'))],
  ])('%s is JSON that any origin may read', async (_, run) => {
    expect((await ask(run)).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': EXPOSED_HEADERS.join(','),
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
  });
  test('headers declared by an endpoint are on its successes only', async () => {
    const { deps } = await depsWith();
    const headers = { 'cache-control': 'public, max-age=60' };
    const getAnswer = async (run: Run) =>
      (await call(implement({ ...spec, headers }, run), deps, { params: { name: 'Ann' } })).headers;
    expect(await getAnswer(hello)).toMatchObject(headers);
    expect(await getAnswer(fails(new ApiError(404, 'absent')))).toHaveProperty('cache-control', 'no-store');
  });
});

describe('the headers of an answer', () => {
  const caller = { plan: 'pro', ownerId: 'a' };

  test.each([
    ['a success', hello],
    ['a refusal', fails(new ApiError(404, 'absent'))],
    ['a failure', fails(new Error('broken'))],
  ])('%s has its request ID, and page scripts may read all of its headers', async (_, run) => {
    const { headers } = await ask(run, { requestId: 'r-1', caller, query: { colour: 'red' } });
    expect(headers).toMatchObject({ 'x-request-id': 'r-1' });
    const safelisted = ['access-control-', 'cache-control', 'content-type', 'x-content-type-options'];
    const own = Object.keys(headers).filter((name) => !safelisted.some((safe) => name.startsWith(safe)));
    const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(',');
    expect(exposed).toEqual(expect.arrayContaining(own));
  });
  test('an answer to a key has the rate policy of its plan, and other answers have none', async () => {
    expect((await ask(hello, { caller })).headers['ratelimit-policy']).toBe(
      '"rate";q=1000;w=1, "day";q=50000000;w=86400',
    );
    expect((await ask(hello)).headers).not.toHaveProperty('ratelimit-policy');
  });
  test('a rate below one per second is expressed in whole numbers', () => {
    const limits = { ...Config.parse({}).plans };
    const slow = { limits: { ...limits, pro: { ...limits.pro, rate: 0.3 } } };
    expect(getRatePolicy(slow, { plan: 'pro', ownerId: 'a' })['ratelimit-policy']).toContain('"rate";q=1;w=4,');
  });
  test('the x-indexed-block header is the last indexed block if an answer reads a single chain', async () => {
    const chains = [aChain(), aChain({ chainId: '7' })];
    const { deps } = await depsWith({
      chains,
      cursors: { 31337: aCursor({ number: 110 }), 7: aCursor({ number: 5 }) },
    });
    const reading = (...ids: string[]) =>
      implement({ ...spec, uses: { reads: ['Cursor'] } } as const, async ({ deps: { Cursor } }) => {
        for (const id of ids) await Cursor.find(id);
        return { greeting: 'hello' };
      });
    const getBlock = async (...ids: string[]) =>
      (await call(reading(...ids), deps, { params: { name: 'Ann' } })).headers['x-indexed-block'];
    expect(await getBlock('31337')).toBe('110');
    expect(await getBlock('31337', '7')).toBeUndefined();
    expect(await getBlock()).toBeUndefined();
    expect(await getBlock('8')).toBeUndefined();
  });
});

describe('caching', () => {
  const getAnswer = async (
    asked: Asked = {},
    {
      access = 'anyone',
      isFinal = false,
      greeting = 'hello',
    }: { access?: 'anyone' | 'key'; isFinal?: boolean; greeting?: string } = {},
  ) => {
    const { deps } = await depsWith();
    const handler = implement({ ...spec, access }, async ({ answer }) => {
      answer.isFinal = isFinal;
      return { greeting };
    });
    return call(handler, deps, { params: { name: 'Ann' }, httpMethod: 'GET', ...asked });
  };
  const caller = { plan: 'pro', ownerId: 'a' };

  test('a mutable answer is revalidated each time, and gets 304 while unchanged', async () => {
    const first = await getAnswer();
    const etag = String(first.headers.etag);
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
    for (const known of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
      const { status, text, headers } = await getAnswer({ headers: { 'If-None-Match': known } });
      expect([status, text, headers.etag]).toEqual([304, '', etag]);
    }
    const changed = await getAnswer({ headers: { 'if-none-match': etag } }, { greeting: 'good day' });
    expect([changed.status, changed.body]).toEqual([200, { greeting: 'good day' }]);
    expect(changed.headers.etag).not.toBe(etag);
  });
  test('a final answer is cached for a year, without the rate policy of a key', async () => {
    const { headers } = await getAnswer({ caller }, { isFinal: true });
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers).not.toHaveProperty('ratelimit-policy');
  });
  test.each([
    ['an owner', false],
    ['an owner, even if final,', true],
  ])('an answer for %s is never stored', async (_, isFinal) => {
    const { headers } = await getAnswer({ caller }, { access: 'key', isFinal });
    expect(headers['cache-control']).toBe('no-store');
    expect(headers).not.toHaveProperty('etag');
  });
  test('an error is never stored', async () => {
    expect((await getAnswer({ query: { tone: 'shrill' } })).headers['cache-control']).toBe('no-store');
  });
});

test('a log line has the caller and the endpoint, and never the key', () => {
  const key = keyText('pro', 'team-7', 'a'.repeat(32));
  const requestContext = {
    requestId: 'r-1',
    authorizer: { plan: 'pro', ownerId: 'team-7' },
    identity: { apiKey: key, apiKeyId: 'k-1' },
  };
  const event = { pathParameters: { chainId: '5' }, requestContext, headers: { 'x-service-api-key': key } };
  expect(requestFields('greet', event as unknown as APIGatewayProxyEvent)).toEqual({
    ...{ requestId: 'r-1', endpoint: 'greet', chain: '5', plan: 'pro', owner: 'team-7', keyId: 'k-1' },
  });
});
