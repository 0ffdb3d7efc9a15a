import { ROW_FAMILIES } from '../../../lambdas/chain/domain/rederivation';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { getParts } from '../../../lambdas/chain/rows/rederivations';
import { derivableNow, estimateRederivation, rederivedRange } from '../../../lambdas/evm/rederive/estimate';
import { getBlocks, START } from '../../support/follower/evm-backfill';
import { indexedHistory, rederiving } from '../../support/follower/rederived';
import { aChain, aCursor } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

test.each([
  ['all rows', ROW_FAMILIES],
  ['tokens', ['tokens'] as const],
])('the estimate for %s is within 15 percent of what a re-derivation takes', async (_, families) => {
  const memory = memoryTable();
  await indexedHistory(getBlocks(), memory);
  const { open, chainId, request, compare, work } = rederiving(memory, getBlocks());
  const { table } = open();
  const cursor = await getCursor(table, chainId);
  if (!cursor) throw new Error('no cursor');
  const range = { from: 0, to: START - 1 };
  const estimate = await estimateRederivation(table, aChain(), range, families, cursor);
  await request(families);
  await work();
  await compare();
  await work();
  const parts = await getParts(table, chainId);
  const taken = (of: 'writeUnits' | 'readUnits') => parts.reduce((sum, part) => sum + part[of], 0);
  expect(estimate.writeUnits / taken('writeUnits')).toBeGreaterThan(0.85);
  expect(estimate.writeUnits / taken('writeUnits')).toBeLessThan(1.15);
  expect(estimate.readUnits / taken('readUnits')).toBeGreaterThan(0.5);
  expect(estimate.readUnits / taken('readUnits')).toBeLessThan(2);
  expect(estimate).toMatchObject({ blocks: START, transactions: 2 * 104, objects: 2 });
});

describe('the blocks to derive again', () => {
  const indexed = {
    cursor: aCursor({ number: 1_000, head: 1_000, start: 500 }),
    ranges: [{ from: 30, to: 1_000 }],
    traceCursor: undefined,
  };
  const chain = { finalityDepth: 64, traces: false };
  test('all final blocks are the default, and others are cut to them', () => {
    expect(rederivedRange({}, indexed, chain)).toEqual({ from: 30, to: 936 });
    expect(rederivedRange({ from: 250, to: 333 }, indexed, chain)).toEqual({ from: 250, to: 333 });
    expect(rederivedRange({ from: 20, to: 5_000 }, indexed, chain)).toEqual({ from: 30, to: 936 });
  });
  test('blocks that are not traced yet are left out, unless the node cannot trace', () => {
    const traceCursor = { number: 700, time: 0, epoch: 0, fence: 1 };
    expect(rederivedRange({}, { ...indexed, traceCursor }, { ...chain, traces: true }).to).toBe(700);
    expect(
      rederivedRange({}, { ...indexed, traceCursor: { ...traceCursor, offAt: 1 } }, { ...chain, traces: true }).to,
    ).toBe(936);
  });
  test('blocks that are not final, or in an unfinished job, are left out of those to derive now', () => {
    const job = { next: 0, cumulative: 0, startedAt: 0, writeUnits: 0, fence: 1 };
    const jobs = [
      { ...job, from: 0, to: 299, doneAt: 1 },
      { ...job, from: 300, to: 399 },
      { ...job, from: 450, to: 520 },
    ];
    const all = [{ from: 0, to: 1_000 }];
    const now = derivableNow(all, indexed.cursor, jobs, chain.finalityDepth);
    expect(now).toEqual([
      { from: 0, to: 299 },
      { from: 400, to: 449 },
      { from: 521, to: 936 },
    ]);
    for (const range of now) expect(rederivedRange(range, { ...indexed, ranges: all }, chain)).toEqual(range);
    expect(derivableNow(all, aCursor({ number: 5, head: 5 }), jobs, chain.finalityDepth)).toEqual([]);
  });
  test('blocks that are not indexed or not final are refused', () => {
    const ranges = [
      { from: 30, to: 299 },
      { from: 500, to: 1_000 },
    ];
    expect(() => rederivedRange({}, { ...indexed, ranges }, chain)).toThrow('blocks 300 to 499 are not indexed');
    expect(() => rederivedRange({ from: 950 }, indexed, chain)).toThrow('choose some between 30 and 936');
    expect(() => rederivedRange({}, { ...indexed, ranges: [] }, chain)).toThrow('no final block is indexed yet');
  });
});
