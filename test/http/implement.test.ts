import * as z from 'zod';
import { NodeDown, NodeRefused } from '../../lambdas/adapters/node/errors';
import { endpoint } from '../../lambdas/contract/endpoint';
import { ApiError } from '../../lambdas/contract/errors';
import { keyText } from '../../lambdas/contract/key-text';
import { Paging } from '../../lambdas/contract/schemas/params';
import { implement } from '../../lambdas/http/implement';
import { type Asked, call } from '../support/endpoints/call';
import { depsWith } from '../support/endpoints/deps';

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

let log: jest.SpyInstance;
beforeEach(() => {
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => log.mockRestore());

describe('requests', () => {
  test.each([
    [
      'an unknown parameter',
      { query: { colour: 'red' } },
      'colour: unknown; this endpoint takes pageToken, pageSize, tone',
    ],
    ['a parameter given twice', { query: { tone: ['loud', 'loud'] } }, 'tone: given 2 times; give it once'],
    ['an unknown parameter given twice', { query: { colour: ['a', 'b', 'c'] } }, 'colour: given 3 times; give it once'],
    ['a bad value', { query: { tone: 'shrill' } }, 'tone: must be loud or soft'],
    ['a bad path parameter', { params: { name: 'Elisabeth' } }, 'name: must be at most 5 letters'],
    [
      'several mistakes, all reported at once',
      { query: { tone: 'shrill', pageSize: '0' } },
      'pageSize: must be a whole number from 1 to 100; tone: must be loud or soft',
    ],
    ...['__proto__', 'constructor', 'prototype', 'toString'].map((name): [string, Asked, string] => [
      `an unknown parameter named ${name}`,
      { query: JSON.parse(`{"${name}":"loud"}`) },
      `${name}: unknown; this endpoint takes pageToken, pageSize, tone`,
    ]),
  ])('400: %s', async (_, asked: Asked, message) => {
    const { status, body } = await ask(hello, asked);
    expect([status, body]).toEqual([400, error(400, 'Bad Request', message)]);
  });
  test('the handler runs only for a valid request', async () => {
    const run = jest.fn(hello);
    await ask(run, { query: { pageSize: '0' } });
    expect(run).not.toHaveBeenCalled();
    await ask(run);
    expect(run).toHaveBeenCalledTimes(1);
  });
  test('the handler is given parsed parameters, the page and the caller', async () => {
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
    ['as browsers write it', { 'content-type': 'application/json;charset=utf-8' }],
    ['as others do', { 'Content-Type': 'application/json' }],
    ['in any case', { 'CONTENT-TYPE': 'Application/JSON' }],
    ['of a kind of JSON', { 'content-type': 'application/merge-patch+json' }],
  ])('200: with a content type %s', async (_, headers) => {
    expect((await send({ body, headers })).body).toEqual({ greeting: 'loud' });
  });
  test('200: in base64', async () => {
    expect((await send({ body, isBase64Encoded: true })).body).toEqual({ greeting: 'loud' });
  });
  test.each([
    ['another content type', { body, headers: { 'content-type': 'text/plain' } }, JSON_ONLY],
    [
      'what a form sends',
      { body: 'tone=loud', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      JSON_ONLY,
    ],
    ['JSON in the name alone', { body, headers: { 'content-type': 'text/json' } }, JSON_ONLY],
    ['no content type', { body, headers: {} }, JSON_ONLY],
    ['no JSON', { body: '{"tone":' }, NO_JSON],
    ['nothing', { body: '' }, NO_JSON],
    ['no body at all', { headers: { 'content-type': 'application/json' } }, NO_JSON],
    ['null', { body: 'null' }, 'the body: Invalid input: expected object, received null'],
    ['a key that changes a prototype', { body: '{"__proto__":{}}' }, 'the body: the key __proto__ is not allowed'],
    ['a bad value', { body: { tone: 'shrill' } }, 'tone: Invalid option: expected one of "loud"|"soft"'],
  ] satisfies [string, Asked, string][])('400: %s', async (_, asked: Asked, message) => {
    const { status, body } = await send(asked);
    expect([status, body]).toEqual([400, error(400, 'Bad Request', message)]);
    expect(log).not.toHaveBeenCalled();
  });
  test('401: an unauthorized caller is rejected whatever the body is', async () => {
    const { status, body } = await send({ body: '{' }, 'key');
    expect([status, body]).toEqual([401, error(401, 'Unauthorized', 'this endpoint needs an API key')]);
  });
  test('200: an endpoint without a body does not read one', async () => {
    expect((await ask(hello, { body: '{', headers: { 'content-type': 'text/plain' } })).status).toBe(200);
  });
});

describe('access', () => {
  const anonymous = { plan: 'anonymous', ownerId: 'anonymous' };
  test.each([
    ['no authorizer', undefined],
    ['the anonymous key', anonymous],
  ])('401: an endpoint for key holders, with %s', async (_, caller) => {
    const { status, body } = await ask(hello, caller ? { caller } : {}, 'key');
    expect([status, body]).toEqual([401, error(401, 'Unauthorized', 'this endpoint needs an API key')]);
  });
  const claimed = { plan: 'pro', ownerId: 'a' };
  test.each([
    ['no key', claimed, null],
    ['the key that anonymous callers share', claimed, keyText('anonymous', 'chain-data', '0'.repeat(32))],
    ["another owner's key", claimed, keyText('pro', 'b', '0'.repeat(32))],
    ['a key of a lower plan', claimed, keyText('free', 'a', '0'.repeat(32))],
    ['text that is no key', claimed, 'pro_a'],
    ['no key, though nobody claims one', anonymous, null],
    ['the key of an owner, though nobody claims one', anonymous, keyText('pro', 'a', '0'.repeat(32))],
  ])('500: the gateway looked up %s: the authorizer alone proves nothing', async (_, caller, apiKey) => {
    for (const access of ['key', 'anyone'] as const) {
      const { status, body } = await ask(hello, { caller, apiKey }, access);
      expect([status, body]).toEqual([500, error(500, 'Internal Server Error', 'the service could not check the key')]);
    }
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ error: expect.stringContaining('require an API key') }));
  });
  test('200: an endpoint for key holders, with a key', async () => {
    expect((await ask(hello, { caller: { plan: 'free', ownerId: 'a' } }, 'key')).status).toBe(200);
  });
  test.each(['open', 'anyone'] as const)('200: an endpoint for %s, without a key', async (access) => {
    expect((await ask(hello, { caller: anonymous }, access)).status).toBe(200);
  });
});

describe('responses', () => {
  test('200: a field that the contract does not have is left out', async () => {
    const { status, body } = await ask(async () => ({ greeting: 'hello', pk: 'secret' }));
    expect([status, body]).toEqual([200, { greeting: 'hello' }]);
  });
  test('500: a response that violates the contract, without detail', async () => {
    const { status, text } = await ask(async () => ({ greeting: 5 }) as unknown as { greeting: string });
    expect(status).toBe(500);
    expect(text).not.toContain('greeting');
  });
  test.each([
    [
      'an ApiError passes',
      new ApiError(403, 'not in this plan', { cause: new Error('secret') }),
      error(403, 'Forbidden', 'not in this plan'),
    ],
    ['a node that refuses', new NodeRefused(-32_000, 'it refuses'), error(502, 'Bad Gateway', 'it refuses')],
    [
      'a node that is down',
      new NodeDown('it is down', 'down', { cause: new Error('secret') }),
      error(503, 'Service Unavailable', 'it is down'),
    ],
    [
      'an unexpected error, without detail',
      new Error('secret'),
      error(500, 'Internal Server Error', 'the service could not answer; the failure is logged'),
    ],
    [
      'a thrown string, without detail',
      'secret',
      error(500, 'Internal Server Error', 'the service could not answer; the failure is logged'),
    ],
  ])('%s', async (_, thrown, body) => {
    const answer = await ask(fails(thrown));
    expect([answer.status, answer.body]).toEqual([body.statusCode, body]);
    expect(answer.text).not.toContain('secret');
  });
  test.each([
    ['an error', new Error('why it broke')],
    ['a text', 'why it broke'],
  ])('the log has the cause of a 500 that was thrown as %s, and nothing of a 400', async (_, thrown) => {
    await ask(fails(thrown));
    await ask(hello, { query: { colour: 'red' } });
    expect(log.mock.calls).toEqual([
      [{ endpoint: 'greet', statusCode: 500, error: expect.stringContaining('why it broke') }],
    ]);
  });
  test.each([
    ['a success', hello],
    ['a refusal', fails(new ApiError(404, 'absent'))],
    ['a failure', fails(new Error('broken'))],
  ])('%s is JSON that browsers anywhere may read', async (_, run) => {
    expect((await ask(run)).headers).toEqual({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After',
      'content-type': 'application/json',
      'x-content-type-options': 'nosniff',
    });
  });
  test('the headers that an endpoint declares are on its successes alone', async () => {
    const { deps } = await depsWith();
    const headers = { 'cache-control': 'public, max-age=60' };
    const answerOf = async (run: Run) =>
      (await call(implement({ ...spec, headers }, run), deps, { params: { name: 'Ann' } })).headers;
    expect(await answerOf(hello)).toMatchObject(headers);
    expect(await answerOf(fails(new ApiError(404, 'absent')))).not.toHaveProperty('cache-control');
  });
});
