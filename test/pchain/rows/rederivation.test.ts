import { readDerived } from '../../../lambdas/chain/domain/derived-by';
import { CURSOR, cursorKey, readCursor } from '../../../lambdas/chain/rows/cursor-item';
import { createCursor } from '../../../lambdas/chain/rows/new-cursor';
import { DERIVATION } from '../../../lambdas/core/domain/derivations';
import {
  createNetworkRederivation,
  endNetworkRederivation,
  getNetworkRederivation,
  replaceRecord,
  switchCopies,
} from '../../../lambdas/pchain/rows/rederivation';
import { memoryTable } from '../../support/tables/memory';

const CHAIN = 'p-chain-fuji';
const noted = (to: number, at: number) => ({ from: 0, to, families: ['network'], version: DERIVATION, at });

async function world() {
  const { table } = memoryTable();
  await createCursor(table, CHAIN, { start: 0 }, 0);
  const cursor = async () => readCursor((await table.get(cursorKey(CHAIN), true)) ?? {});
  const record = async () => {
    const found = await getNetworkRederivation(table, CHAIN);
    if (!found) throw new Error('there is no re-derivation');
    return found;
  };
  let now = 0;
  return {
    cursor,
    setCursor: (set: Record<string, unknown>) => table.update(cursorKey(CHAIN), { set }),
    derived: async () => readDerived((await cursor()).derived),
    async begin(): Promise<void> {
      await createNetworkRederivation(table, CHAIN, await cursor(), 0);
      const before = await record();
      await replaceRecord(table, CHAIN, before, { ...before, version: DERIVATION });
    },
    async end(): Promise<void> {
      await endNetworkRederivation(table, CHAIN, await record());
    },
    async switch(at?: Awaited<ReturnType<typeof cursor>>): Promise<boolean> {
      const before = await record();
      now += 10;
      const after = { ...before, switched: !before.switched, at: now };
      return switchCopies(table, CHAIN, at ?? (await cursor()), { before, after });
    },
  };
}

describe('a switch of the copies of a P-Chain', () => {
  test('notes the version up to its block, and a return removes that note and no earlier one', async () => {
    const own = await world();
    await own.setCursor({ [CURSOR.number]: 50 });
    await own.begin();
    expect([await own.switch(), await own.derived()]).toEqual([true, [noted(50, 10)]]);
    await own.end();
    await own.begin();
    await own.setCursor({ [CURSOR.number]: 60 });
    expect([await own.switch(), await own.derived()]).toEqual([true, [noted(50, 10), noted(60, 20)]]);
    await own.setCursor({ [CURSOR.number]: 70 });
    expect([await own.switch(), await own.derived()]).toEqual([true, [noted(50, 10)]]);
    expect([await own.switch(), await own.derived()]).toEqual([true, [noted(50, 10), noted(70, 40)]]);
    await own.end();
    await own.begin();
    expect([await own.switch(), await own.derived()]).toEqual([true, [noted(70, 40), noted(70, 50)]]);
  });

  test('fails if the notes, the block or the copy in use have changed since the cursor was read', async () => {
    const own = await world();
    await own.begin();
    const read = await own.cursor();
    await own.setCursor({ [CURSOR.derived]: '0-:2::1/0' });
    expect(await own.switch(read)).toBe(false);
    const then = await own.cursor();
    await own.setCursor({ [CURSOR.number]: 1 });
    expect(await own.switch(then)).toBe(false);
    const last = await own.cursor();
    expect(await own.switch()).toBe(true);
    expect(await own.switch(last)).toBe(false);
  });
});
