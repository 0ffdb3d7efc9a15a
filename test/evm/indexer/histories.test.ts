import * as fc from 'fast-check';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import type { Blocks } from '../../../lambdas/evm/node/blocks';
import { toRows, wrongEvents } from '../../support/follower/checks';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { type Branch, branchOff, getKept, getState, someBlocks } from '../../support/follower/evm-branches';
import { type Kill, type Simulation, simulation } from '../../support/follower/simulation';
import { FULL, repeatedRuns } from '../../support/full';
import { aChain, address, aRawBlock, hash } from '../../support/make/blocks';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

muteLog();

const { summary } = evmIndexer(memoryTable().table);

/** A chain with a node that answers no state queries while `isSilent`. */
function evm(finalityDepth: number, isSilent: () => boolean = () => false): Simulation<RawBlock> {
  const chain = aChain({ finalityDepth });
  return simulation<RawBlock>(
    {
      summary,
      createIndexer(table, shown) {
        const state = getState(() => shown.branch);
        const unlessSilent =
          <A extends unknown[], R>(ask: (...args: A) => R) =>
          (...args: A): R => {
            if (isSilent()) throw new NodeDown('no state');
            return ask(...args);
          };
        const node: Pick<Blocks, 'holdings' | 'holdingsAt' | 'balances'> = {
          holdings: async (...args) => unlessSilent(state.holdings)(...args),
          holdingsAt: async (...args) => unlessSilent(state.holdingsAt)(...args),
          // Only read near the head, so rows depend on the time of reading: compared only if nothing is final.
          balances: finalityDepth > 100 ? state.balances : async () => ({}),
        };
        return evmIndexer(table, { chain, node });
      },
    },
    { finalityDepth },
  );
}
const getBlockHeight = (branch: Branch): number => Number(branch.at(-1)?.raw.block.number);
const show = (sim: Simulation<RawBlock>, branch: Branch) => sim.node.serve(branch.map(({ raw }) => raw));

/**
 * The rows without the parts that depend on the order of events: the block and epoch at which an amount was read,
 * whether an empty holding has a row, and which block marks an address as active.
 */
async function comparable(sim: Simulation<RawBlock>): Promise<string[]> {
  return (await toRows(sim)).flatMap((row) => {
    if (!row.startsWith('b#')) return [row];
    const isNothing = / v=( |$)/.test(row) && !/^\S+ 7#/.test(row);
    return isNothing ? [] : [row.replaceAll(/ [en]=\d+/g, '')];
  });
}

const STEPS = [
  'raw put',
  'pending',
  'incarnation',
  'rows',
  'events',
  'cursor',
  'deletes',
  'removed events',
  'single row',
];
const kill: fc.Arbitrary<Kill> = fc.record({
  step: fc.constantFrom(...STEPS),
  when: fc.constantFrom('before', 'after'),
  nth: fc.integer({ min: 1, max: 4 }),
});
/** The next turn: the node replaces this many of its blocks, and the process may be killed, even twice. */
const turn = fc.record({
  depth: fc.integer({ min: 0, max: 4 }),
  blocks: someBlocks({ minLength: 1, maxLength: 5 }),
  silent: fc.boolean(),
  gaps: fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  kills: fc.array(kill, { maxLength: 2 }),
});

/** Every kind of row must occur, so that every comparison compares something. */
const SORTS = ['h#', 'l#', 'f#', 'x#', 'nft#', 'k#\\S+ ~d', 'k#\\S+ \\d', 'b#\\S+ 2', 'b#\\S+ 7', 'b#\\S+ 8']
  .concat(['n', '2', '7', '8', 'd'].map((letter) => `a#\\S+ ${letter}#`))
  .concat(['n', '2', '7', '8'].map((letter) => `ac#\\S+ 31337#${letter}`));

test.each([4, 1_000])(
  'any history of growth, gaps, reorgs, kills and node silence ends as the last branch (finality %i)',
  async (finalityDepth) => {
    const seen = new Set<string>();
    let seenGaps = 0;
    const fell = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 4 }), async (turns) => {
        let isSilent = false;
        const sim = evm(finalityDepth, () => isSilent);
        let branch: Branch = branchOff([], 0, [[]], 1);
        for (const [i, { depth, blocks, silent, gaps, kills }] of turns.entries()) {
          // The follower treats a branch that is not higher than ours as a lagging node, and waits.
          const replaced = getBlockHeight(branch) - getBlockHeight(getKept(branch, depth));
          branch = branchOff(branch, depth, [...blocks, ...Array.from({ length: replaced }, () => [])], i + 2, gaps);
          seenGaps += gaps.reduce((sum, gap) => sum + gap, 0);
          show(sim, branch);
          isSilent = silent;
          for (const one of kills) await sim.follow(one);
          // Otherwise the next branch would fork below the final block.
          await sim.follow();
        }
        isSilent = false;
        await sim.follow();
        const scratch = evm(finalityDepth);
        show(scratch, branch);
        await scratch.follow();
        const rows = await comparable(scratch);
        expect(await comparable(sim)).toEqual(rows);
        expect((await getCursor(sim.table, sim.chain.chainId))?.pending).toBeUndefined();
        expect(
          wrongEvents(
            sim,
            branch.map(({ raw }) => summary(raw)),
          ),
        ).toEqual([]);
        for (const sort of SORTS) if (rows.some((row) => new RegExp(`^${sort}`).test(row))) seen.add(sort);
        for (const [step, count] of sim.fell) fell.set(step, (fell.get(step) ?? 0) + count);
      }),
      { ...repeatedRuns(12), endOnFailure: true },
    );
    expect(SORTS.filter((sort) => !seen.has(sort))).toEqual([]);
    expect(seenGaps).toBeGreaterThan(5);
    // Kills are random, so not every step occurs in every run. Each has its own test in `chain/session.test.ts`.
    expect(fell.size).toBeGreaterThan(FULL ? 5 : 0);
  },
  600_000,
);

test('a rollback keeps a transaction that has moved to another block', async () => {
  const { table, items } = memoryTable();
  const indexer = evmIndexer(table);
  const orphan = aRawBlock(1, [{ from: 1, to: 2 }]);
  const other = aRawBlock(1, [{ from: 1, to: 2 }], { salt: 3 });
  const shared = orphan.block.transactions[0]?.hash ?? hash(0);
  const moved = {
    ...other,
    block: { ...other.block, transactions: other.block.transactions.map((t) => ({ ...t, hash: shared })) },
  };
  const at = headOver(table);
  await indexer.apply([orphan], at);
  await indexer.apply([moved], at);
  const reversal = await indexer.revert?.(0, at);
  await reversal?.facts([orphan]);
  expect((await items()).some((item) => item.startsWith(`x#31337#${shared}`))).toBe(true);
  expect((await items()).some((item) => item.startsWith(`a#31337#${address(1)}`))).toBe(false);
});
