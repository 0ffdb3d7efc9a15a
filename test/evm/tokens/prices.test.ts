import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';
import { priceProvider } from '../../../lambdas/evm/tokens/prices';
import { captureLog } from '../../support/capture-log';
import { priceService, type Question, type Reply } from '../../support/service/price-service';

const TOKEN = `0x${'ab'.repeat(20)}`;
const [CACHE_MS, RETRY_MS, TIMEOUT_MS] = [60_000, 10_000, 10_000];

describe('priceProvider', () => {
  let reply: (question: Question) => Reply;
  let service: Awaited<ReturnType<typeof priceService>>;
  let log: ReturnType<typeof captureLog>;
  beforeAll(async () => {
    service = await priceService((question) => reply(question));
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    service.asked.length = 0;
    reply = ({ tokens }) => ({ body: { prices: Object.fromEntries(tokens.map((token, i) => [token, i + 0.5])) } });
    log = captureLog();
  });
  afterEach(() => log.restore());

  /** A provider with its own clock, and a timeout long enough for a busy machine. */
  function opened() {
    let time = 1_000_000;
    const provider = priceProvider(service.url, { now: () => time, timeoutMs: TIMEOUT_MS });
    if (!provider) throw new Error('no provider');
    return {
      pass: (ms: number) => {
        time += ms;
      },
      async ask(tokens: readonly string[], timestamp?: number, currency = 'usd') {
        const { current, historical } = await provider.prices('1', tokens, currency, timestamp);
        return { current: Object.fromEntries(current), historical: Object.fromEntries(historical) };
      },
    };
  }

  test('an unset URL yields no provider', () => {
    expect(priceProvider(undefined)).toBeUndefined();
  });
  test('a request carries the user agent', async () => {
    await opened().ask(['native']);
    expect([...service.userAgents]).toEqual([USER_AGENT]);
  });
  test('prices are cached for a minute per token and currency', async () => {
    const { ask, pass } = opened();
    expect(await ask(['native', TOKEN])).toEqual({ current: { native: 0.5, [TOKEN]: 1.5 }, historical: {} });
    expect(await ask([TOKEN])).toEqual({ current: { [TOKEN]: 1.5 }, historical: {} });
    expect(service.asked).toEqual([{ chainId: '1', currency: 'usd', tokens: ['native', TOKEN] }]);
    await ask([TOKEN], undefined, 'eur');
    pass(CACHE_MS + 1);
    await ask(['native', TOKEN]);
    expect(service.asked.map(({ currency, tokens }) => [currency, tokens.length])).toEqual([
      ['usd', 2],
      ['eur', 1],
      ['usd', 2],
    ]);
  });
  test('a timestamp is passed on, and its historical prices are cached by time', async () => {
    const { ask } = opened();
    reply = ({ timestamp }) => ({ body: { prices: { native: 3 }, historicalPrices: { native: Number(timestamp) } } });
    expect(await ask(['native'], 1_700_000_000)).toEqual({
      current: { native: 3 },
      historical: { native: 1_700_000_000 },
    });
    // A price is not reused for another time.
    expect((await ask(['native'], 1_600_000_000)).historical).toEqual({ native: 1_600_000_000 });
    expect((await ask(['native'], 1_700_000_000)).historical).toEqual({ native: 1_700_000_000 });
    expect(service.asked.map(({ timestamp }) => timestamp)).toEqual([1_700_000_000, 1_600_000_000]);
  });
  test.each([undefined, null, {}])('historicalPrices of %p leave only current prices', async (historicalPrices) => {
    reply = () => ({ body: { prices: { native: 3 }, historicalPrices } });
    expect(await opened().ask(['native'], 5)).toEqual({ current: { native: 3 }, historical: {} });
  });
  test('invalid prices are omitted without affecting valid ones', async () => {
    const tokens = ['native', TOKEN, '0x1', '0x2', '0x3'];
    reply = () => ({
      body: `{"prices": {"native": 3, "${TOKEN}": "4", "0x1": -1, "0x2": 1e999, "0x3": null, "0x4": 5}}`,
    });
    expect((await opened().ask(tokens)).current).toEqual({ native: 3 });
  });
  test.each<[what: string, reply: Reply, isLate?: boolean]>([
    ['fails', { status: 500, body: { prices: { native: 3 } } }],
    ['returns invalid JSON', { body: 'soon' }],
    ['returns another document', { body: { native: 3 } }],
    ['responds too late', { body: { prices: { native: 3 } } }, true],
  ])('a service that %s yields no prices and is not called for ten seconds', async (_, failure, isLate = false) => {
    const { ask, pass } = opened();
    const late = new AbortController();
    const limit = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    reply = () => {
      if (isLate) late.abort();
      return failure;
    };
    const nothing = { current: {}, historical: {} };
    expect(await ask(['native'])).toEqual(nothing);
    expect(limit).toHaveBeenCalledWith(TIMEOUT_MS);
    limit.mockRestore();
    reply = () => ({ body: { prices: { native: 3, [TOKEN]: 4 } } });
    pass(RETRY_MS - 1);
    expect(await ask(['native', TOKEN])).toEqual(nothing);
    expect(service.asked).toHaveLength(1);
    pass(1);
    expect((await ask(['native', TOKEN])).current).toEqual({ native: 3, [TOKEN]: 4 });
    expect(log.lines).toHaveLength(1);
  });
  test('an unreachable service yields no prices', async () => {
    const gone = await priceService(() => 'never');
    gone.stop();
    const found = await priceProvider(gone.url)?.prices('1', ['native'], 'usd');
    expect([found?.current.size, found?.historical.size]).toEqual([0, 0]);
  });
  test('a request names at most 1,000 tokens, and further tokens have no price', async () => {
    const tokens = Array.from({ length: 1_200 }, (_, n) => `0x${n}`);
    expect(Object.keys((await opened().ask(tokens)).current)).toHaveLength(1_000);
    expect(service.asked.map((one) => one.tokens.length)).toEqual([1_000]);
  });
});
