import fc from 'fast-check';
import { INTERVALS, type Interval } from '../../../lambdas/core/contract/intervals';
import { intervalAt } from '../../../lambdas/core/domain/intervals';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import type { Counted } from '../../../lambdas/evm/metrics/domain/totals';
import { runs } from '../../support/full';
import { countedChain, DEPTH, getNumber, getSeconds } from '../../support/metrics/counted-chain';
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
const block = fc.record({ gap, sent, creators });
const action = fc.oneof(
  { weight: 8, arbitrary: fc.record({ blocks: fc.array(block, { minLength: 1, maxLength: 6 }) }) },
  { weight: 2, arbitrary: fc.record({ back: fc.integer({ min: 1, max: DEPTH }) }) },
  { weight: 4, arbitrary: fc.record({ dieAfter: fc.integer({ min: 0, max: 6 }) }) },
  { weight: 1, arbitrary: fc.constant({ history: true as const }) },
  { weight: 2, arbitrary: fc.record({ tracing: fc.boolean() }) },
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
      fc.array(block, { maxLength: 20 }),
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
        // At any moment, and once all is counted.
        await check();
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
    runs(60),
  );
}, 300_000);
