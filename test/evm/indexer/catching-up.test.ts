import * as fc from 'fast-check';
import { type CatchingUp, catchingUp } from '../../support/follower/catching-up';
import { branchOff, someBlocks } from '../../support/follower/evm-branches';
import { runs } from '../../support/full';
import type { Sent } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const FINALITY_DEPTH = 3;
/** Writes everything that is left. */
const ALL: CatchingUp = { sizes: [4], batches: 1_000, readsUnread: [false], silent: [false], lag: 0 };

const world = (blocks: readonly (readonly Sent[])[]) =>
  catchingUp(
    branchOff([], 0, blocks, 1).map(({ raw }) => raw),
    FINALITY_DEPTH,
    (wrong) => expect(wrong).toEqual([]),
  );

test('a balance left unread at a session takeover ends with the value after its last transfer', async () => {
  const pays: Sent[] = [{ from: 1, to: 9, logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 })] }];
  // No block at the head reads it again.
  const { run, missing } = world([...Array.from({ length: 20 }, () => pays), ...Array.from({ length: 8 }, () => [])]);
  await run({ ...ALL, sizes: [4, 6], batches: 1 });
  // The bucket has the next six blocks, with their balances in the last one. This session takes four.
  await run({ ...ALL, readsUnread: [true, false, false, false, false, false] });
  expect(await missing()).toEqual([]);
});

const cycle = <T>(values: fc.Arbitrary<T>) => fc.array(values, { minLength: 1, maxLength: 4 });
const session: fc.Arbitrary<CatchingUp> = fc.record(
  {
    sizes: cycle(fc.integer({ min: 1, max: 6 })),
    batches: fc.integer({ min: 1, max: 5 }),
    readsUnread: cycle(fc.boolean()),
    ends: fc.constantFrom('before rows', 'after rows'),
    silent: cycle(fc.integer({ min: 0, max: 4 }).map((n) => n === 0)),
    lag: fc.integer({ min: 0, max: 12 }),
  },
  { requiredKeys: ['sizes', 'batches', 'readsUnread', 'silent', 'lag'] },
);

test('no stored balance is stale for any division of a history into batches and any session ends', async () => {
  await fc.assert(
    fc.asyncProperty(
      someBlocks({ minLength: 25, maxLength: 40 }),
      fc.array(session, { minLength: 1, maxLength: 5 }),
      async (blocks, sessions) => {
        const { run, missing } = world(blocks);
        for (const one of [...sessions, ALL]) await run(one);
        expect(await missing()).toEqual([]);
      },
    ),
    { ...runs(8, 600), endOnFailure: true },
  );
});
