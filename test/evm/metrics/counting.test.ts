import fc from 'fast-check';
import { INTERVALS, type Interval } from '../../../lambdas/core/contract/intervals';
import { intervalAt } from '../../../lambdas/core/domain/intervals';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { SHARDS } from '../../../lambdas/evm/metrics/domain/address-set';
import { rowMetrics } from '../../../lambdas/evm/metrics/domain/block-metrics';
import { type Counted, sumTotals, type Totals, toTotals } from '../../../lambdas/evm/metrics/domain/totals';
import { createMetricsState, MetricsStateLost, metricsStateKey } from '../../../lambdas/evm/metrics/rows/metrics-state';
import { runs } from '../../support/full';
import { countedChain, DEPTH, getNumber, getSeconds, type Made } from '../../support/metrics/counted-chain';
import { muteLog } from '../../support/mute-log';

muteLog();

/** Some seconds to days apart, so that hours, days, weeks and months end. */
const gap = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 600 }) },
  { weight: 2, arbitrary: fc.integer({ min: 600, max: 30_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100_000, max: 1_500_000 }) },
);
const sent = fc.array(
  fc.record({ from: fc.integer({ min: 1, max: 9 }), to: fc.integer({ min: 1, max: 12 }) }, { requiredKeys: ['from'] }),
  {
    maxLength: 3,
  },
);
const creators = fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 });
const anyBlock = fc.record({ gap, sent, creators });
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ blocks: fc.array(anyBlock, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ back: fc.integer({ min: 1, max: DEPTH }) }) },
  { weight: 4, arbitrary: fc.record({ dieAfter: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 1, arbitrary: fc.constant({ history: true as const }) },
  { weight: 2, arbitrary: fc.record({ tracing: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ late: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.record({ meanwhile: fc.integer({ min: 1, max: DEPTH }) }) },
);

/** By a plain loop over the blocks. */
function expected(
  blocks: readonly RawBlock[],
  creationsIn: (raw: RawBlock) => string[],
  interval: Interval,
  from: number,
) {
  const all = Map.groupBy(blocks.slice(1), (raw) => intervalAt(interval, getSeconds(raw)));
  return [...all]
    .filter(([time]) => time >= from)
    .map(([time, own]) => {
      const transactions = own.flatMap(({ block }) => block.transactions);
      const receipts = own.flatMap((raw) => raw.receipts);
      const senders = new Set(transactions.map((transaction) => transaction.from));
      const creators = own.flatMap((raw) => [
        ...raw.block.transactions.filter(({ to }) => !to).map(({ from: creator }) => creator),
        ...creationsIn(raw),
      ]);
      const first = own[0] as RawBlock;
      const before = blocks[blocks.indexOf(first) - 1];
      return {
        time,
        from: getNumber(first),
        to: getNumber(own.at(-1) as RawBlock),
        transactions: transactions.length,
        gasUsed: own.reduce((sum, { block }) => sum + BigInt(block.gasUsed), 0n),
        fees: receipts.reduce((sum, one) => sum + BigInt(one.gasUsed) * BigInt(one.effectiveGasPrice ?? 0), 0n),
        activeAddresses: new Set([...senders, ...transactions.flatMap(({ to }) => to ?? [])]).size,
        contracts: creators.length,
        activeSenders: senders.size,
        deployers: new Set(creators).size,
        maxTps: Math.max(
          ...own.map((raw) => {
            const previous = blocks[blocks.indexOf(raw) - 1] ?? before;
            if (!previous) return 0;
            return raw.block.transactions.length / (getSeconds(raw) - getSeconds(previous) || 1);
          }),
        ),
      };
    });
}

/** Addresses and deployers by the day of their first activity. */
function firstDays(blocks: readonly RawBlock[], creationsIn: (raw: RawBlock) => string[]) {
  const [addresses, deployers] = [new Map<string, number>(), new Map<string, number>()];
  for (const raw of blocks.slice(1)) {
    const day = intervalAt('day', getSeconds(raw));
    const note = (seen: Map<string, number>, address: string) => seen.set(address, seen.get(address) ?? day);
    for (const { from, to } of raw.block.transactions) {
      note(addresses, from);
      note(to ? addresses : deployers, to ?? from);
    }
    for (const deployer of creationsIn(raw)) note(deployers, deployer);
  }
  const count = (seen: Map<string, number>, day: number) => [...seen.values()].filter((first) => first === day).length;
  const days = [...new Set(blocks.slice(1).map((raw) => intervalAt('day', getSeconds(raw))))];
  return days.map((time) => ({ time, addresses: count(addresses, time), deployers: count(deployers, time) }));
}

const shown = ({ time, from, to, transactions, gasUsed, fees, contracts, ...counted }: Counted) => ({
  ...{ time, from, to, transactions, gasUsed, fees, contracts },
  activeAddresses: counted.activeAddresses,
  activeSenders: counted.activeSenders,
  deployers: counted.deployers,
  maxTps: counted.maxTps,
});

test('metrics equal a plain count of the blocks after reorgs, kills and late history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyBlock, { maxLength: 20 }),
      fc.array(action, { minLength: 5, maxLength: 40 }),
      async (history, actions) => {
        const { canonical, act, count, metrics, indexHistory, later, creationsIn, traceAll } =
          await countedChain(history);
        await act({ blocks: [{ gap: 5, sent: [] }] });
        for (const one of actions) await act(one);
        const check = async (from?: number) => {
          for (const interval of INTERVALS) {
            const counted = await metrics();
            if (!counted) continue;
            if (from !== undefined) expect(counted.whole).toBe(from);
            const found = await counted.series(interval, 0, 9_000_000_000, true);
            expect(found.map(shown)).toEqual(expected(canonical, creationsIn, interval, counted.whole));
          }
        };
        // At any moment, unless a block has changed, and once all is counted.
        if (!actions.some((one) => 'late' in one)) await check();
        traceAll();
        later();
        await count();
        await check();
        await indexHistory();
        later();
        await count();
        await check(0);
        expect(await (await metrics())?.firstSeen()).toEqual(firstDays(canonical, creationsIn));
      },
    ),
    { ...runs(60), includeErrorInReport: true },
  );
}, 300_000);

const day = (sent: Made['sent']): Made => ({ gap: 90_000, sent });

test('first activity is right after the table was restored to an earlier moment', async () => {
  const { act, later, count, table, chain, canonical, creationsIn, metrics } = await countedChain();
  const grow = async () => {
    await act({ blocks: [1, 2, 3].map((from) => day([{ from, to: canonical.length + 100 }])) });
    later();
    await count();
  };
  for (const _ of [1, 2, 3]) await grow();
  const key = metricsStateKey(chain.chainId);
  const earlier = await table.get(key, true);
  for (const _ of [1, 2, 3]) await grow();
  await table.write([{ put: { ...key, ...earlier } }]);
  later();
  await count();
  expect(await (await metrics())?.firstSeen()).toEqual(firstDays(canonical, creationsIn));
});

test('a chain that stands still gets the metrics of its long history', async () => {
  const { act, later, count, metrics, canonical, pretendLong } = await countedChain();
  await act({ blocks: [1, 2, 3].map((from) => day([{ from }])) });
  await pretendLong();
  later();
  await count();
  const counted = await metrics();
  expect(counted?.whole).toBe(0);
  expect((await counted?.series('day', 0, 9_000_000_000, true))?.length).toBe(canonical.length - 1);
});

/** Compares every hour and day. */
async function equalsPlain({ metrics, canonical, creationsIn }: Awaited<ReturnType<typeof countedChain>>) {
  const counted = await metrics();
  for (const interval of INTERVALS) {
    const found = (await counted?.series(interval, 0, 9_000_000_000, true)) ?? [];
    expect(found.map(shown)).toEqual(expected(canonical, creationsIn, interval, counted?.whole ?? 0));
  }
}
const block = (gap: number, from = 1): Made => ({ gap, sent: [{ from, to: from + 20 }] });

test('a rollback while blocks are read leaves none of them out', async () => {
  const chain = await countedChain();
  await chain.act({ blocks: [50, 50, 50, 50, 50, 50].map((gap, i) => block(gap, i + 1)) });
  await chain.act({ meanwhile: 3 });
  chain.later();
  await chain.count();
  await chain.act({ blocks: [60, 60, 60, 60].map((gap, i) => block(gap, i + 7)) });
  chain.later();
  await chain.count();
  await equalsPlain(chain);
});

test('after a reorg of all recent blocks, speeds are since the block before them', async () => {
  const chain = await countedChain();
  await chain.act({
    blocks: [block(600), block(600), block(14_000), block(5_000), block(10), block(10), block(10), block(10)],
  });
  chain.later();
  await chain.count();
  await chain.act({ back: 4 });
  chain.later();
  await chain.count();
  await equalsPlain(chain);
});

test('a block that changes later is counted again in its hour and in the day, week and month of it', async () => {
  const chain = await countedChain();
  await chain.act({ blocks: [block(600), ...Array.from({ length: 50 }, (_, i) => block(80_000, 1 + (i % 9)))] });
  chain.later();
  await chain.count();
  await chain.act({ late: 1 });
  chain.later();
  await chain.count();
  await equalsPlain(chain);
});

test('recounts of several hours count first activity once more, not once for each', async () => {
  const chain = await countedChain();
  await chain.act({ blocks: Array.from({ length: 20 }, (_, i) => block(90_000, 1 + (i % 9))) });
  chain.later();
  await chain.count();
  for (const late of [1, 5, 9, 13]) await chain.act({ late });
  chain.later();
  const before = chain.puts.length;
  await chain.count();
  const known = chain.puts.slice(before).filter((name) => name.includes('/known/'));
  expect(known).toHaveLength(SHARDS.length);
  await equalsPlain(chain);
});

test('parts of the last two hours stay after their hours have rows', async () => {
  const { act, count, later, metrics, cursor } = await countedChain();
  for (let i = 0; i < 30; i++) {
    await act({ blocks: [block(600)] });
    later();
    await count();
  }
  const recent = (await metrics())?.recent ?? [];
  const since = (cursor().time - 7_000) * 1_000;
  const kept = recent.filter(({ totals }) => totals.until > since);
  expect(kept.reduce((sum, { totals }) => sum + totals.transactions, 0)).toBe(12);
});

test('a state that another holder has saved meanwhile is not overwritten', async () => {
  const { table, chain, act, later, count } = await countedChain();
  const signal = new AbortController().signal;
  const held = await createMetricsState(table, chain.chainId);
  await act({ blocks: [block(600)] });
  later();
  await count();
  await expect(held.save({ countedAt: 0 }, signal)).rejects.toThrow(MetricsStateLost);
});

test('blocks whose time goes back count in the hour that the chain has reached', async () => {
  const { act, later, count, metrics } = await countedChain();
  const sent = [{ from: 1, to: 2 }];
  const gaps = [600, 9_000, 600, -8_000, 300, 20_000, -15_000, 300, 50, 90_000, 40, 40, 40, 40, 40];
  for (const gap of gaps) {
    await act({ blocks: [{ gap, sent }] });
    later();
    await count();
  }
  const hours = await (await metrics())?.series('hour', 0, 9_000_000_000, true);
  expect(hours?.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(gaps.length);
});

test('messages to many made-up blockchains are counted together, and none is lost', () => {
  const id = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
  const block = (from: number): Totals => {
    const sent = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [id(from + i), from === 0 ? 5 : 1]));
    return { ...toTotals(rowMetrics({ ...NO_BLOCK, number: from }), undefined), sent };
  };
  const sent = sumTotals([0, 100, 200, 300].map(block))?.sent ?? {};
  expect(Object.keys(sent)).toHaveLength(101);
  expect(Object.values(sent).reduce((sum, one) => sum + one, 0)).toBe(60 * 5 + 3 * 60);
  expect(sent[id(3)]).toBe(5);
});
const NO_BLOCK = {
  ...{ number: 0, hash: '0x', time: 0, txCount: 0, baseFee: 0n, gasUsed: 0n, gasLimit: 0n, gasCost: 0n, feesSpent: 0n },
};
