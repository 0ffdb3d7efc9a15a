import { AnswerTooLong, NodeDown } from '../../../lambdas/adapters/node/errors';
import { type Call, halving, type Outcome, openExchange, TimedOut } from '../../../lambdas/adapters/node/exchange';

interface Asked {
  readonly id: number;
  readonly method: string;
}
type Reply = { readonly status?: number; readonly retryAfter?: string; readonly body?: unknown } | Error;

/** An exchange with a node that answers as `reply` says. `sent`: how many calls each request had. */
function exchangeWith(reply: (asked: Asked[], nth: number) => Reply, maxCalls = 100) {
  const sent: number[] = [];
  let now = 0;
  const exchange = openExchange(
    async (text) => {
      const asked = [JSON.parse(text) as Asked | Asked[]].flat();
      sent.push(asked.length);
      const said = reply(asked, sent.length);
      if (said instanceof Error) throw said;
      const body = typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
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
  return { ...exchange, sent, pass: (ms: number) => (now += ms) };
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

test('answers are matched to their calls, in whatever order they come', async () => {
  const { ask, sent } = exchangeWith(answers);
  expect(await ask(calls(250))).toEqual(results(250));
  expect(sent).toEqual([100, 100, 50]);
});

test.each([
  ['with one error', () => ({ body: error(-32600, 'batch too large') })],
  ['as geth does', (asked: Asked[]) => ({ body: [{ ...error(-32600, 'batch too large'), id: asked[0]?.id }] })],
  ['with another error', () => ({ status: 400, body: error(-32000, 'batches are limited to 6') })],
])(
  'a node that refuses long batches %s gets shorter ones, and longer ones again after five minutes',
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

test('a node that takes no batches gets single calls', async () => {
  const { ask, sent } = exchangeWith((asked) => (asked.length > 1 ? { body: error(-32600) } : answers(asked)));
  expect(await ask(calls(3))).toEqual(results(3));
  sent.length = 0;
  await ask(calls(3));
  expect(sent).toEqual([1, 1, 1]);
});

test('a rate limit is never taken for a refusal of batches: the same calls are not sent singly', async () => {
  for (const reply of [{ body: error(-32005) }, { status: 429, body: 'slow' }, { status: 429, body: error(-32005) }]) {
    const { ask, sent } = exchangeWith(() => reply);
    expect(failures(await ask(calls(20)))).toEqual(['throttled']);
    expect(sent).toEqual([20]);
  }
});

test('what is too big is told: the node’s limit, its time, our time, our memory', async () => {
  const big = 'x'.repeat(13_000_000);
  for (const reply of [
    { body: error(-32003) },
    { body: error(-32002) },
    { status: 413 },
    new TimedOut(),
    { body: big },
  ]) {
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

test('an answer within given limits: its texts are cut behind the first, and what is then still too long is told', async () => {
  const limits = { maxBytes: 6_000, maxTextBytes: 10 };
  const { ask } = exchangeWith(([one]) => ({
    body: { id: 0, result: Array(Number(one?.method)).fill('x'.repeat(500)) },
  }));
  // An error that began so would be read whole.
  const whole = Array(9).fill('x'.repeat(500));
  expect(await ask([['100']], limits)).toEqual([{ result: [...whole, ...Array(91).fill('x'.repeat(10))] }]);
  expect(await ask([['200']], limits)).toEqual([{ error: expect.any(AnswerTooLong) }]);
  expect(failures(await ask([['200']], limits))).toEqual(['too big']);
});

test('calls without an answer, no JSON and no connection may pass', async () => {
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

test('halving asks for parts of what is too big, each call once, down to one', async () => {
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
