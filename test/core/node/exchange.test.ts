import { AnswerTooLong, NodeDown } from '../../../lambdas/core/node/errors';
import { type Call, createExchange, halving, type Outcome, TimedOut } from '../../../lambdas/core/node/exchange';

interface Asked {
  readonly id: number;
  readonly method: string;
}
type Reply = { readonly status?: number; readonly retryAfter?: string; readonly body?: unknown } | Error;

/** An exchange with a node that answers by `reply`. `sent`: the number of calls in each request. */
function exchangeWith(reply: (asked: Asked[], nth: number) => Reply, maxCalls = 100) {
  const sent: number[] = [];
  const forms: { readonly isArray: boolean; readonly count: number }[] = [];
  let now = 0;
  const exchange = createExchange(
    async (text) => {
      const request = JSON.parse(text) as Asked | Asked[];
      const asked = [request].flat();
      sent.push(asked.length);
      forms.push({ isArray: Array.isArray(request), count: asked.length });
      const said = reply(asked, sent.length);
      if (said instanceof Error) throw said;
      const body = typeof said.body === 'string' ? said.body : (JSON.stringify(said.body) ?? '');
      return {
        status: said.status ?? 200,
        retryAfter: said.retryAfter,
        body: (async function* () {
          for (let at = 0; at < body.length; at += 1_000_000) yield Buffer.from(body.slice(at, at + 1_000_000));
        })(),
      };
    },
    maxCalls,
    () => now,
  );
  return { ...exchange, sent, forms, pass: (ms: number) => (now += ms) };
}
const calls = (count: number): Call[] => Array.from({ length: count }, (_, i) => [`m${i}`]);
const answers = (asked: Asked[]) => {
  const each = asked.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method }));
  return { body: each.length === 1 ? each[0] : each.toReversed() };
};
const results = (count: number) => calls(count).map(([result]) => ({ result }));
const failures = (outcomes: readonly Outcome[]) => [
  ...new Set(outcomes.map((one) => ('error' in one ? one.error.failure : 'none'))),
];
const error = (code: number, message = '') => ({ jsonrpc: '2.0', id: null, error: { code, message } });

test('answers in any order are matched to their calls', async () => {
  const { ask, sent } = exchangeWith(answers);
  expect(await ask(calls(250))).toEqual(results(250));
  expect(sent).toEqual([100, 100, 50]);
});

test.each([
  ['with a single error', () => ({ body: error(-32600, 'batch too large') })],
  ['like geth', (asked: Asked[]) => ({ body: [{ ...error(-32600, 'batch too large'), id: asked[0]?.id }] })],
  ['with another error', () => ({ status: 400, body: error(-32000, 'batches are limited to 6') })],
])(
  'a node that rejects long batches %s gets shorter ones, and longer ones again after five minutes',
  async (_, refusal) => {
    let most = 6;
    const { ask, sent, pass } = exchangeWith((asked) => (asked.length > most ? refusal(asked) : answers(asked)));
    expect(await ask(calls(40))).toEqual(results(40));
    const learned = sent.at(-1) ?? 0;
    sent.length = 0;
    await ask(calls(40));
    expect(Math.max(...sent)).toBe(5);
    expect(learned).toBeLessThanOrEqual(6);
    most = 100;
    for (let i = 0; i < 6; i++) {
      pass(301_000);
      sent.length = 0;
      await ask(calls(40));
    }
    expect(sent).toEqual([40]);
  },
);

const all = (asked: Asked[], code: number, message: string) => ({
  body: asked.map(({ id }) => ({ ...error(code, message), id })),
});
/** Ways in which nodes reject a large batch. */
const REFUSALS: [string, (asked: Asked[]) => Reply][] = [
  ...[400, 403, 404, 405, 413, 415, 422, 500, 501, 502, 503].map((status): [string, () => Reply] => [
    `HTTP ${status} with HTML`,
    () => ({ status, body: '<html>no</html>' }),
  ]),
  ['HTTP 400 without a body', () => ({ status: 400, body: '' })],
  ['HTTP 429 that names the batch', () => ({ status: 429, body: 'batch size exceeds 3' })],
  ['HTTP 429 with an array that names it', () => ({ status: 429, body: [error(-32005, 'max batch size is 3')] })],
  ['HTTP 500 with a JSON-RPC error', () => ({ status: 500, body: error(-32603, 'batch not supported') })],
  ['HTTP 200 with HTML', () => ({ body: '<html>no</html>' })],
  ['an empty answer', () => ({ body: '' })],
  ['an empty array', () => ({ body: [] })],
  ['an empty object', () => ({ body: {} })],
  ['null', () => ({ body: null })],
  ['a closed connection', () => new Error('other side closed')],
  ...[-32700, -32600, -32601, -32602, -32603, -32000, -32010, 0, 3].map((code): [string, () => Reply] => [
    `one error ${code}`,
    () => ({ body: error(code, 'invalid request') }),
  ]),
  // jsonrpsee; elsewhere this code is a rate limit.
  ['one error -32005 that names batches', () => ({ body: error(-32005, 'Batched requests are not supported') })],
  ['an array of one error without an id', () => ({ body: [error(-32000, 'at most 3 requests')] })],
  ['an array of one error with another id', () => ({ body: [{ ...error(-32000, 'no'), id: 'x' }] })],
  ['an array of one error for the first call', ([one]) => ({ body: [{ ...error(-32602, 'no'), id: one?.id }] })],
  ['the same error for every call', (asked) => all(asked, -32000, 'quota: 3 calls')],
  ['an unknown method for every call, naming batches', (asked) => all(asked, -32601, 'batch disabled')],
];

test.each(REFUSALS)('a batch rejected with %s is split, and no answered call is sent again', async (_, refusal) => {
  for (const most of [3, 1]) {
    const answered: string[] = [];
    const { ask, sent, forms } = exchangeWith((asked) => {
      if (asked.length > most) return refusal(asked);
      answered.push(...asked.map(({ method }) => method));
      return answers(asked);
    });
    expect(await ask(calls(50))).toEqual(results(50));
    expect(answered.toSorted()).toEqual(
      calls(50)
        .map(([method]) => method)
        .toSorted(),
    );
    expect(sent.filter((count) => count > most).length).toBeLessThanOrEqual(7);
    sent.length = 0;
    await ask(calls(12));
    expect(sent.every((count) => count <= most)).toBe(true);
    // A single call is an object, not an array of one.
    expect(forms.every(({ isArray, count }) => isArray === count > 1)).toBe(true);
  }
});

test('answers of a truncated batch are kept, and only the rest is sent again', async () => {
  const { ask, sent } = exchangeWith((asked) => {
    const body = asked.slice(0, 4).map(({ id, method }) => ({ id, result: method }));
    return asked.length > 4 ? { body: [...body, error(-32000, 'batch limit 4')] } : answers(asked);
  });
  expect(await ask(calls(10))).toEqual(results(10));
  expect(sent).toEqual([10, 1, 5, 1]);
});

test.each([
  ['HTTP 502', () => ({ status: 502, body: 'bad gateway' }), 'down'],
  ['HTTP 403', () => ({ status: 403, body: '<html>' }), 'down'],
  ['no connection', () => new Error('ECONNREFUSED'), 'down'],
  ['an error per request', () => ({ body: error(-32000, 'project id required') }), 'broken'],
  ['an error per call', (asked: Asked[]) => all(asked, -32603, 'internal error'), 'broken'],
])('a node that also fails single calls with %s is down after one of them', async (_, refusal, failure) => {
  let isDown = true;
  const { ask, sent, pass } = exchangeWith((asked) => (isDown ? refusal(asked) : answers(asked)));
  for (let i = 0; i < 4; i++) expect(failures(await ask(calls(40)))).toEqual([failure]);
  expect(sent).toEqual([40, 1, 40, 40, 40]);
  isDown = false;
  sent.length = 0;
  pass(11_000);
  expect(await ask(calls(40))).toEqual(results(40));
  expect(sent).toEqual([40]);
});

test('a node that throttles single calls of a rejected batch is throttled', async () => {
  const { ask, sent } = exchangeWith((asked) =>
    asked.length > 1 ? { status: 400 } : { status: 429, retryAfter: '2' },
  );
  expect(failures(await ask(calls(30)))).toEqual(['throttled']);
  expect(sent).toEqual([30, 1]);
});

test('a single server error does not shorten batches', async () => {
  const { ask, sent } = exchangeWith((asked, nth) => (nth === 1 ? { status: 502 } : answers(asked)));
  expect(await ask(calls(30))).toEqual(results(30));
  await ask(calls(30));
  expect(sent).toEqual([30, 1, 29, 30]);
});

test('a node that fails every pair of calls gets single calls from the third pair on', async () => {
  const { ask, sent } = exchangeWith((asked) => (asked.length > 1 ? { status: 500 } : answers(asked)));
  for (let i = 0; i < 3; i++) expect(await ask(calls(2))).toEqual(results(2));
  expect(sent).toEqual([2, 1, 1, 2, 1, 1, 1, 1]);
});

test.each([
  ['reverted', 3, 'execution reverted: batch already settled'],
  ['reverted', -32000, 'execution reverted'],
  ['unknown method', -32601, 'method not found'],
  ['state gone', -32000, 'missing trie node'],
])('calls that all fail with %s are answered, and none is sent again', async (failure, code, message) => {
  const { ask, sent } = exchangeWith((asked) => all(asked, code, message));
  expect(failures(await ask(calls(20)))).toEqual([failure]);
  expect(sent).toEqual([20]);
});

test('text IDs in answers match their calls', async () => {
  const { ask, sent } = exchangeWith((asked) => ({
    body: asked.map(({ id, method }) => ({ id: String(id), result: method })),
  }));
  expect(await ask(calls(7))).toEqual(results(7));
  expect(sent).toEqual([7]);
});

test('whitespace and a byte order mark around the JSON are ignored', async () => {
  const { ask } = exchangeWith((asked) => ({ body: `\uFEFF \r\n${JSON.stringify(answers(asked).body)}\n` }));
  expect(await ask(calls(3))).toEqual(results(3));
  expect(await ask(calls(1))).toEqual(results(1));
});

test('a revert is an answer with any HTTP status, and another error with HTTP 500 is not', async () => {
  for (const status of [200, 400, 500]) {
    const { ask } = exchangeWith(() => ({ status, body: error(-32603, 'execution reverted') }));
    expect(failures(await ask(calls(1)))).toEqual(['reverted']);
  }
  const { ask } = exchangeWith(() => ({ status: 500, body: error(-32603, 'internal error') }));
  expect(failures(await ask(calls(1)))).toEqual(['down']);
});

test('a node without batch support gets single calls', async () => {
  const { ask, sent } = exchangeWith((asked) => (asked.length > 1 ? { body: error(-32600) } : answers(asked)));
  expect(await ask(calls(3))).toEqual(results(3));
  sent.length = 0;
  await ask(calls(3));
  expect(sent).toEqual([1, 1, 1]);
});

test('a rate limit is never taken for a rejected batch, so its calls are not sent singly', async () => {
  for (const reply of [{ body: error(-32005) }, { status: 429, body: 'slow' }, { status: 429, body: error(-32005) }]) {
    const { ask, sent } = exchangeWith(() => reply);
    expect(failures(await ask(calls(20)))).toEqual(['throttled']);
    expect(sent).toEqual([20]);
  }
});

test('a request that exceeds a size or time limit is reported as too big', async () => {
  const big = 'x'.repeat(13_000_000);
  for (const reply of [{ body: error(-32003) }, { body: error(-32002) }, new TimedOut(), { body: big }]) {
    const { ask, sent } = exchangeWith(() => ({ body: '', ...reply }) as Reply);
    const throwing = exchangeWith(() => reply as Reply);
    const exchange = reply instanceof Error ? throwing : { ask, sent };
    expect(failures(await exchange.ask(calls(20)))).toEqual(['too big']);
    expect(exchange.sent).toEqual([20]);
  }
  // A single answer may be long.
  const { ask } = exchangeWith(() => ({ body: { id: 0, result: big } }));
  expect(failures(await ask(calls(1)))).toEqual(['none']);
});

test('a single call rejected with HTTP 413 is too big', async () => {
  const { ask, sent } = exchangeWith(() => ({ status: 413, body: '' }));
  expect(failures(await ask(calls(20)))).toEqual(['too big']);
  expect(sent).toEqual([20, 1]);
});

test('an answer with limits has its later texts cut, and fails if still too long', async () => {
  const limits = { maxBytes: 6_000, maxTextBytes: 10 };
  const { ask } = exchangeWith(([one]) => ({
    body: { id: 0, result: Array(Number(one?.method)).fill('x'.repeat(500)) },
  }));
  // Near the start texts stay whole, as an error there must be readable.
  const whole = Array(9).fill('x'.repeat(500));
  expect(await ask([['100']], limits)).toEqual([{ result: [...whole, ...Array(91).fill('x'.repeat(10))] }]);
  expect(await ask([['200']], limits)).toEqual([{ error: expect.any(AnswerTooLong) }]);
  expect(failures(await ask([['200']], limits))).toEqual(['too big']);
});

test('missing answers, invalid JSON and lost connections are failures of type down, without the URL', async () => {
  const some = exchangeWith((asked) => ({ body: [{ id: asked[1]?.id, result: 1 }] }));
  expect((await some.ask(calls(3))).map((one) => ('error' in one ? one.error.failure : 'none'))).toEqual([
    'down',
    'none',
    'down',
  ]);
  for (const reply of [
    { body: '<html>' },
    { status: 502, body: 'bad gateway' },
    new Error('ECONNRESET https://secret'),
  ]) {
    const outcomes = await exchangeWith(() => reply).ask(calls(2));
    expect(failures(outcomes)).toEqual(['down']);
    expect(JSON.stringify(outcomes)).not.toContain('secret');
  }
});

test('halving splits a request that is too big down to single calls, and sends each call once', async () => {
  const asked: number[] = [];
  const batch = halving(async (some) => {
    asked.push(some.length);
    if (some.length > 3) throw new NodeDown('too much', 'too big');
    return some.map(([result]) => ({ result }));
  });
  expect(await batch(calls(10))).toEqual(results(10));
  expect(asked).toEqual([10, 5, 3, 2, 5, 3, 2]);
  const never = halving(async () => Promise.reject(new NodeDown('too much', 'too big')));
  await expect(never(calls(4))).rejects.toThrow('too much');
  const down = halving(async () => Promise.reject(new NodeDown('away')));
  await expect(down(calls(4))).rejects.toThrow('away');
});
