import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { INTERVALS } from '../../../lambdas/core/contract/intervals';
import { DAY, intervalAt } from '../../../lambdas/core/domain/intervals';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createMetricsState, type KnownAddresses } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { handler } from '../../../lambdas/metrics/api/get-evm-chain-metrics';
import { CHAIN_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { badQuery, hidesItsCause, needsIndexedChain, refuses } from '../../support/endpoints/refusals';
import { aChain, aCursor } from '../../support/make/blocks';
import { getSeconds } from '../../support/metrics/counted-chain';
import { addCountedDays, FIRST_DAY } from '../../support/metrics/counted-days';
import { CHAIN_OR_GROUP, countedWorld, valuesIn } from '../../support/metrics/endpoints';
import { groupWorld } from '../../support/metrics/group-world';

const world = countedWorld();
const good = { params: { chainId: '31337', metric: 'txCount' } };

/** By a plain loop over the blocks of a day. */
type Count = (own: readonly RawBlock[], before: RawBlock | undefined, creators: readonly string[]) => number;
const getTransactions = (own: readonly RawBlock[]) => own.flatMap(({ block }) => block.transactions);
const pricesIn = (own: readonly RawBlock[]) =>
  own.flatMap(({ receipts }) => receipts.map((receipt) => Number(receipt.effectiveGasPrice)));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const gasIn = (own: readonly RawBlock[]) => sum(own.map(({ block }) => Number(block.gasUsed)));
const seconds = (own: readonly RawBlock[], before: RawBlock | undefined) =>
  getSeconds(own.at(-1) as RawBlock) - getSeconds(before ?? (own[0] as RawBlock));
const highest = (own: readonly RawBlock[], before: RawBlock | undefined, value: (raw: RawBlock) => number) =>
  Math.max(
    ...own.map((raw, i) => {
      const previous = i === 0 ? before : own[i - 1];
      return previous ? value(raw) / (getSeconds(raw) - getSeconds(previous)) : 0;
    }),
  );
const COUNTS: Readonly<Record<string, Count>> = {
  txCount: (own) => getTransactions(own).length,
  gasUsed: gasIn,
  feesPaid: (own) =>
    sum(own.flatMap(({ receipts }) => receipts.map((one) => Number(one.gasUsed) * Number(one.effectiveGasPrice)))),
  avgGasPrice: (own) => (pricesIn(own).length === 0 ? 0 : sum(pricesIn(own)) / pricesIn(own).length),
  maxGasPrice: (own) => Math.max(0, ...pricesIn(own)),
  avgTps: (own, before) => getTransactions(own).length / seconds(own, before),
  avgGps: (own, before) => gasIn(own) / seconds(own, before),
  maxTps: (own, before) => highest(own, before, ({ block }) => block.transactions.length),
  maxGps: (own, before) => highest(own, before, ({ block }) => Number(block.gasUsed)),
  activeAddresses: (own) => new Set(getTransactions(own).flatMap(({ from, to }) => [from, ...(to ? [to] : [])])).size,
  activeSenders: (own) => new Set(getTransactions(own).map(({ from }) => from)).size,
  contracts: (_, __, creators) => creators.length,
  deployers: (_, __, creators) => new Set(creators).size,
};
const CUMULATIVE: Readonly<Record<string, string>> = {
  cumulativeTxCount: 'txCount',
  cumulativeContracts: 'contracts',
  cumulativeAddresses: 'activeAddresses',
  cumulativeDeployers: 'deployers',
};

describe('getEvmChainMetrics', () => {
  test.each(CHAIN_METRICS)('%s equals a plain count of each day, newest first', async (metric) => {
    const { canonical, creationsIn, ask } = await world;
    const { status, body } = await ask(handler, { params: { metric } });
    const days = Map.groupBy(canonical.slice(1), (raw) => intervalAt('day', getSeconds(raw)));
    const deployersIn = (raw: RawBlock) => [
      ...raw.block.transactions.flatMap(({ from, to }) => (to ? [] : [from])),
      ...creationsIn(raw),
    ];
    const count = COUNTS[CUMULATIVE[metric] ?? metric] as Count;
    const expected = [...days].map(([timestamp, own]) => {
      const counted = metric in CUMULATIVE ? canonical.slice(1, canonical.indexOf(own.at(-1) as RawBlock) + 1) : own;
      const before = canonical[canonical.indexOf(counted[0] as RawBlock) - 1];
      return { value: expect.closeTo(count(counted, before, counted.flatMap(deployersIn)), 6), timestamp };
    });
    expect(expected.length).toBeGreaterThan(1);
    expect([status, body]).toEqual([200, { results: expected.toReversed() }]);
  });

  test.each(INTERVALS)('every %s from the first to the last block is in the pages once', async (timeInterval) => {
    const { canonical, ask } = await world;
    const pages = [];
    for (let pageToken: string | undefined; ; ) {
      const query = { timeInterval, pageSize: '3', ...(pageToken ? { pageToken } : {}) };
      const { body } = await ask(handler, { params: { metric: 'txCount' }, query });
      pages.push(valuesIn(body));
      if (typeof body.nextPageToken !== 'string') break;
      pageToken = body.nextPageToken;
    }
    const last = intervalAt(timeInterval, getSeconds(canonical.at(-1) as RawBlock));
    const times: number[] = [];
    for (let time = last; time >= intervalAt(timeInterval, getSeconds(canonical[1] as RawBlock)); )
      time = intervalAt(timeInterval, times[times.push(time) - 1] as number, -1);
    expect(pages.flat().map(({ timestamp }) => timestamp)).toEqual(times);
    expect(sum(pages.flat().map(({ value }) => value))).toBe(getTransactions(canonical).length);
  });

  test('only intervals in the requested range are returned', async () => {
    const { ask } = await world;
    const all = valuesIn((await ask(handler, { params: { metric: 'txCount' } })).body);
    const [newest, oldest] = [all[0]?.timestamp ?? 0, all.at(-1)?.timestamp ?? 0];
    const range = async (startTimestamp: number, endTimestamp: number) => {
      const query = { startTimestamp: String(startTimestamp), endTimestamp: String(endTimestamp) };
      return valuesIn((await ask(handler, { params: { metric: 'txCount' }, query })).body);
    };
    expect(await range(oldest, newest)).toEqual(all.slice(1));
    expect(await range(oldest + 1, newest + 1)).toEqual(all.slice(0, -1));
    expect(await range(newest + DAY, newest + 2 * DAY)).toEqual([]);
  });

  test('the metrics of a partly indexed chain begin with its first whole interval', async () => {
    const { canonical, ask } = await countedWorld([{ gap: 700_000, sent: [{ from: 1 }] }]);
    const { body } = await ask(handler, { params: { metric: 'txCount' }, query: { timeInterval: 'hour' } });
    const first = intervalAt('hour', getSeconds(canonical[2] as RawBlock));
    expect(valuesIn(body).at(-1)?.timestamp).toBe(intervalAt('hour', first, 1));
    const { status, body: refused } = await ask(handler, { params: { metric: 'cumulativeTxCount' } });
    expect([status, refused.message]).toEqual([404, expect.stringContaining('requires the full history')]);
  });

  test('on a chain with millions of addresses, cumulativeAddresses covers ended days only', async () => {
    const { ask, table, chain } = await countedWorld();
    const counted = async () => valuesIn((await ask(handler, { params: { metric: 'cumulativeAddresses' } })).body);
    const all = await counted();
    const held = await createMetricsState(table, chain.chainId);
    const change = (known: Partial<KnownAddresses>) =>
      held.save(
        { ...held.state, known: { ...(held.state.known as KnownAddresses), ...known } },
        new AbortController().signal,
      );
    await change({ bytes: 21_000_001 });
    const ended = all.filter(({ timestamp }) => timestamp < (held.state.known?.until ?? 0));
    expect([ended.length > 0, ended.length < all.length]).toEqual([true, true]);
    expect(await counted()).toEqual(ended);
    // As if they were being replaced.
    await change({ bytes: 1, written: 1 });
    const { status, body } = await ask(handler, { params: { metric: 'cumulativeAddresses' } });
    expect([status, body.message]).toEqual([503, expect.stringMatching(/were replaced while they were read/)]);
  });

  test('cumulativeAddresses covers counted days only while the follower has many days to count', async () => {
    const { deps, table } = await depsWith({ cursors: { '31337': aCursor({ number: 0, head: 0, time: FIRST_DAY }) } });
    const ask = async (days: number) => {
      const held = await createMetricsState(table, '31337');
      const { signal } = new AbortController();
      await held.save({ ...held.state, known: { slot: 0, written: 0, bytes: 0, until: FIRST_DAY + DAY } }, signal);
      const asked = { params: { chainId: '31337', metric: 'cumulativeAddresses' } };
      const { body } = await call(handler, { ...deps, now: () => (FIRST_DAY + days * DAY) * 1_000 }, asked);
      return valuesIn(body).length;
    };
    await addCountedDays(
      table,
      '31337',
      Array.from({ length: 32 }, () => ({})),
    );
    expect(await ask(32)).toBe(32);
    await addCountedDays(
      table,
      '31337',
      Array.from({ length: 33 }, () => ({})),
    );
    expect(await ask(33)).toBe(1);
  });

  test('404: cumulativeAddresses of a chain whose history is not indexed, however long it was followed', async () => {
    const { deps, table } = await depsWith({ cursors: { '31337': aCursor({ number: 0, head: 0, time: FIRST_DAY }) } });
    await addCountedDays(
      table,
      '31337',
      Array.from({ length: 40 }, () => ({})),
      { isPartly: true },
    );
    const asked = { params: { chainId: '31337', metric: 'cumulativeAddresses' } };
    const { status, body } = await call(handler, { ...deps, now: () => (FIRST_DAY + 40 * DAY) * 1_000 }, asked);
    expect([status, body.message]).toEqual([404, expect.stringContaining('requires the full history')]);
  });

  test('an idle chain has values up to the time until which its node knows no block', async () => {
    const { ask, cursor } = await world;
    const asked = { params: { metric: 'txCount' }, query: { timeInterval: 'hour' } };
    const [before] = valuesIn((await ask(handler, asked)).body);
    const [newest, second, third] = valuesIn((await ask(handler, asked, 3 * DAY)).body);
    const now = cursor().time + 3 * DAY - 60;
    expect(newest).toEqual({ value: 0, timestamp: intervalAt('hour', now) });
    expect([second?.value, third?.value]).toEqual([0, 0]);
    expect(before?.timestamp).toBe(intervalAt('hour', cursor().time));
    const asCumulative = { params: { metric: 'cumulativeTxCount' } };
    const sums = valuesIn((await ask(handler, asCumulative, 3 * DAY)).body);
    expect(sums[0]?.timestamp).toBe(intervalAt('day', now));
    expect(sums[0]?.value).toBe(sums[1]?.value);
  });

  test('cumulative metrics are by day only', async () => {
    const { ask } = await world;
    const asked = { params: { metric: 'cumulativeTxCount' }, query: { timeInterval: 'hour' } };
    const { status, body } = await ask(handler, asked);
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^timeInterval: must be day/)]);
  });

  test('503 before the first block is counted', async () => {
    const { deps } = await depsWith({ cursors: { '31337': (await world).cursor() } });
    const { status, body } = await call(handler, deps, good);
    expect([status, body.message]).toEqual([503, 'metrics of chain 31337 are not available yet; try again']);
  });

  describe('of a group of chains', () => {
    const ask = async (chainId: string, metric: string, options = {}) =>
      (await groupWorld(options))(handler, { params: { chainId, metric } });

    test.each([
      ['txCount', 'mainnet', [50, 12, 1]],
      ['txCount', 'testnet', [300, 200, 100]],
      ['txCount', 'total', [350, 212, 101]],
      ['activeAddresses', 'mainnet', [4, 4, 2]],
      ['maxTps', 'mainnet', [30, 10, 1]],
      ['avgTps', 'mainnet', [5, 1.2, 0.1]],
      ['avgGasPrice', 'mainnet', [(20 * 100 + 30 * 20) / 50, (10 * 100 + 2 * 20) / 12, 20]],
      ['cumulativeTxCount', 'mainnet', [63, 13, 1]],
    ] as const)('%s of %s combines its chains', async (metric, group, expected) => {
      const { status, values } = await ask(group, metric);
      expect([status, values]).toEqual([200, expected]);
    });

    test('intervals that one chain has not indexed as a whole are omitted', async () => {
      expect((await ask('mainnet', 'txCount', { isPartly: true })).values).toEqual([50, 12]);
      expect((await ask('testnet', 'txCount', { isPartly: true })).values).toEqual([300, 200, 100]);
    });

    test('cumulative metrics need the history of every chain', async () => {
      const { status, body } = await ask('total', 'cumulativeContracts', { isPartly: true });
      expect([status, body.message]).toEqual([
        404,
        expect.stringMatching(/^cumulativeContracts of chain 1 is not available/),
      ]);
    });

    test('intervals end where the chain that lags most is indexed to', async () => {
      const values = async (metric: string, cursor: Partial<Cursor>) =>
        (await ask('mainnet', metric, { cursor })).values;
      const third = FIRST_DAY + 2 * DAY;
      // A block of the second day may still come, more than a minute after its time.
      for (const idleAt of [0, (third + 59) * 1_000]) {
        expect(await values('txCount', { idleAt })).toEqual([12, 1]);
        expect(await values('cumulativeTxCount', { idleAt })).toEqual([13, 1]);
      }
      // It had no blocks since.
      expect(await values('txCount', { idleAt: (third + 60) * 1_000 })).toEqual([30, 12, 1]);
      expect(await values('txCount', { idleAt: (third + 60) * 1_000, number: 2_000 })).toEqual([12, 1]);
    });

    test('no interval is known while the history of one chain is not counted', async () => {
      expect((await ask('mainnet', 'txCount', { isNew: true })).values).toEqual([]);
      expect((await ask('testnet', 'txCount', { isNew: true })).values).toEqual([300, 200, 100]);
    });

    test('a group needs a counted block of every chain', async () => {
      for (const group of ['total', 'testnet']) {
        const { status, body } = await ask(group, 'txCount', { isUncounted: true });
        expect([status, body.message]).toEqual([503, 'metrics of chain 3 are not available yet; try again']);
      }
    });

    test('a group without an indexed chain is 404', async () => {
      const { deps } = await depsWith({ chains: [aChain({ network: 'testnet' })] });
      const { status, body } = await call(handler, deps, { params: { chainId: 'mainnet', metric: 'txCount' } });
      expect([status, body.message]).toEqual([404, 'no mainnet chain is indexed on this deployment']);
    });
  });

  refuses(handler, good, [
    CHAIN_OR_GROUP,
    ['an unknown metric', { params: { metric: 'tx' } }, `metric: must be one of ${CHAIN_METRICS.join(', ')}`],
    badQuery('timeInterval', 'year', 'must be one of hour, day, week, month'),
    badQuery('startTimestamp', 'now', 'must be a whole number from 0 to 9999999999'),
    badQuery('endTimestamp', '-1', 'must be a whole number from 0 to 9999999999'),
    badQuery('pageSize', '2161', 'must be a whole number from 1 to 2160'),
    badQuery('pageToken', 'x', 'must be a nextPageToken of this endpoint'),
  ]);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
