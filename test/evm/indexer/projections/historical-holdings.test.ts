import fc from 'fast-check';
import type { Holding } from '../../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem } from '../../../../lambdas/evm/tokens/rows/holding-item';
import { CHAIN, Killed, oneHolding, START } from '../../../support/follower/one-holding';
import { runs } from '../../../support/full';
import { address } from '../../../support/make/blocks';

const TOKENS: Holding = { kind: 'erc20', token: address(1), holder: address(2) };
const NFT: Holding = { kind: 'erc721', token: address(3), holder: address(2), id: 1n };
const done = async (work: AsyncGenerator<void>): Promise<void> => {
  for await (const _ of work);
};
/** Runs the work once, at the nth call. */
function onceAt(nth: number, work: () => Promise<void>) {
  let asked = 0;
  return async () => {
    asked += 1;
    if (asked === nth) await work();
  };
}
/** The calls of an undisturbed worker: rows, cursor, the write, cursor. */
const [AT_ROWS, AT_WRITE, AT_SECOND_CURSOR] = [1, 3, 4];

describe('historical holdings without a row', () => {
  test('a historical holding is read at the follower’s block and written once, without a condition', async () => {
    const world = await oneHolding(TOKENS);
    const calls: string[] = [];
    world.arrange(async () => void calls.push('call'));
    const units = world.table.meter.writeUnits;
    await world.look();
    expect(await world.stored()).toEqual({ value: 1n, at: START });
    expect(calls).toHaveLength(AT_SECOND_CURSOR);
    expect(world.table.meter.writeUnits).toBe(units);
    expect(world.noted()).toBeUndefined();
  });

  test('a holding that the follower writes first is read again at the follower’s new block', async () => {
    for (const holding of [TOKENS, NFT]) {
      const world = await oneHolding(holding);
      world.arrange(onceAt(AT_WRITE, () => done(world.index(holding === NFT ? 0n : 5n))));
      await world.look();
      expect(await world.stored()).toEqual(holding === NFT ? undefined : { value: 5n, at: START + 1 });
    }
  });

  test('a holding is not written again if its value is unchanged', async () => {
    const world = await oneHolding(TOKENS);
    world.arrange(onceAt(AT_WRITE, () => done(world.index())));
    await world.look();
    expect(await world.stored()).toEqual({ value: 1n, at: START });
  });

  test('a holding stays unchecked if the node fails or the worker dies before the second check, and is checked again later', async () => {
    const failing = await oneHolding(TOKENS);
    failing.arrange(
      onceAt(AT_WRITE, async () => {
        await done(failing.index(5n));
        failing.node(false);
      }),
    );
    await expect(failing.look()).rejects.toThrow('the node is down');
    failing.node(true);
    const killed = await oneHolding(TOKENS);
    // Each call counts before and after it.
    killed.arrange(
      onceAt(AT_WRITE, () => done(killed.index(5n))),
      AT_SECOND_CURSOR * 2 - 1,
    );
    await expect(killed.look()).rejects.toThrow(Killed);
    for (const world of [failing, killed]) {
      expect([await world.stored(), world.noted()]).toEqual([{ value: 1n, at: START }, START]);
      world.arrange(async () => undefined);
      await world.look();
      expect([await world.stored(), world.noted()]).toEqual([{ value: 5n, at: START + 1 }, undefined]);
    }
  });

  test('a holding read on a branch that was replaced by another of the same height is read again', async () => {
    const world = await oneHolding(TOKENS);
    const left = world.index(5n);
    world.arrange(
      onceAt(AT_ROWS + 1, async () => {
        await left.next();
        world.arrange(
          onceAt(1, async () => {
            await done(left);
            await done(world.rollBack());
            await done(world.index());
          }),
        );
      }),
    );
    await world.look();
    expect(await world.stored()).toEqual({ value: 1n, at: START + 1 });
  });

  test('a holding waits for a rollback and is read at the block where it ends', async () => {
    const world = await oneHolding(TOKENS);
    await done(world.index(5n));
    // It has corrected the row, which a worker must not overwrite, but has not ended.
    const rollback = world.rollBack();
    await rollback.next();
    await rollback.next();
    await world.table.write([{ delete: holdingItem(CHAIN, TOKENS, 'unread', 0) }]);
    world.arrange(onceAt(AT_SECOND_CURSOR + 2, () => done(rollback)));
    await world.look();
    await done(rollback);
    expect(await world.stored()).toEqual({ value: 1n, at: START });
  });
});

test('a row ends with the value at the follower’s newest block, for any interleaving, rollbacks and kills', async () => {
  let [kills, rollbacks] = [0, 0];
  const step = fc.oneof(
    fc.record({ kind: fc.constant('index' as const), value: fc.option(fc.bigInt(0n, 3n), { nil: undefined }) }),
    fc.record({ kind: fc.constant('roll back' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { maxLength: 8 }),
      // Often 0, so the worker runs in the middle of the follower's writes.
      fc.array(fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 5, 6, 7), { minLength: 4, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
      async (isNft, steps, pauses, ends) => {
        const world = await oneHolding(isNft ? NFT : TOKENS);
        const bounded = (value: bigint) => (isNft ? value % 2n : value);
        // All writes of the follower, one at a time.
        const follower = (async function* () {
          for (const one of steps) {
            if (one.kind === 'roll back') rollbacks += 1;
            yield* one.kind === 'index'
              ? world.index(one.value === undefined ? undefined : bounded(one.value))
              : world.rollBack();
            yield;
          }
        })();
        let turn = 0;
        const beside = async () => {
          for (let left = pauses[turn++ % pauses.length] ?? 0; left > 0; left--) await follower.next();
          // A follower that stops in the middle of a rollback is out of scope.
          if (turn > 60) await done(follower);
        };
        for (const end of ends) {
          world.arrange(beside, end);
          const ended = await world.look().catch((error: unknown) => error);
          if (ended instanceof Killed) kills += 1;
          else if (ended instanceof Error) throw ended;
        }
        world.arrange(beside);
        await world.look();
        await done(follower);
        const stored = await world.stored();
        const amount = typeof stored === 'object' ? stored.value : stored;
        expect(amount).toBe(isNft && world.value() === 0n ? undefined : world.value());
      },
    ),
    runs(400, 30_000),
  );
  expect([kills > 100, rollbacks > 100]).toEqual([true, true]);
});
