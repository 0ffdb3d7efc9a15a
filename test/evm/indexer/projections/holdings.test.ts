import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Table } from '../../../../lambdas/core/table/table';
import { derive } from '../../../../lambdas/evm/domain/derive';
import { holdings } from '../../../../lambdas/evm/indexer/projections/holdings';
import type { Blocks } from '../../../../lambdas/evm/node/blocks';
import { type Holding, questionId } from '../../../../lambdas/evm/tokens/domain/holdings';
import { holdingItem, holdingKey, readHolding } from '../../../../lambdas/evm/tokens/rows/holding-item';
import { headOver } from '../../../support/follower/evm';
import { address, aRawBlock } from '../../../support/make/blocks';
import { aTransfer } from '../../../support/make/logs';
import { memoryTable } from '../../../support/tables/memory';

/** The follower only calls `holdings`. */
const HEAD_ONLY: Pick<Blocks, 'holdingsAt'> = { holdingsAt: async () => undefined };
const CHAIN = '31337';
const heldBy = (person: number): Holding => ({ kind: 'erc20', token: address(20), holder: address(person) });
const amountIn = async (table: Table, person: number) =>
  readHolding((await table.get(holdingKey(CHAIN, heldBy(person)), true)) ?? {}).amount;
const [seven, eight] = [`0x${'7'.padStart(64, '0')}`, `0x${'8'.padStart(64, '0')}`];
/** Every holder except these has 7 of every token. */
const nodeWithout =
  (...silent: readonly number[]): Blocks['holdings'] =>
  async ({ number }, questions) => {
    const known = questions.filter(({ holder }) => !silent.some((person) => address(person) === holder));
    return { at: number, values: Object.fromEntries(known.map((one) => [questionId(one), seven])) };
  };

/** A table with unread holdings of these people. */
async function getUnread(...people: readonly number[]) {
  const { table } = memoryTable();
  await table.write(people.map((person) => ({ put: holdingItem(CHAIN, heldBy(person), 'unread', 0) })));
  return table;
}

describe('holdings at the head', () => {
  const paid = (number: number, readAt: number, amount = seven) =>
    derive(
      {
        ...aRawBlock(number, [{ from: 1, to: 9, logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 })] }]),
        holdings: { at: readAt, values: Object.fromEntries([1, 2].map((one) => [questionId(heldBy(one)), amount])) },
      },
      0,
    );

  test('a holding is written once until its value or epoch changes', async () => {
    const { table } = memoryTable();
    const projection = holdings(table, CHAIN, { ...HEAD_ONLY, holdings: nodeWithout() });
    const written = async (block: ReturnType<typeof paid>, epoch = 0) => {
      const on = headOver(table, { epoch });
      const writes = (await projection.summarize?.([block], on))?.writes ?? [];
      await on.write(writes);
      return writes.length;
    };
    expect(await written(paid(1, 50))).toBe(2);
    expect(await written(paid(2, 50))).toBe(0);
    expect(await written(paid(3, 60))).toBe(2);
    // An answer of another branch, before the rollback.
    expect(await written(paid(4, 60, eight))).toBe(2);
    expect(await written(paid(4, 60, eight), 1)).toBe(2);
    // Too old: both become unread.
    expect(await written(paid(61, 60), 1)).toBe(2);
    expect(await written(paid(62, 60), 1)).toBe(0);
    expect(await amountIn(table, 1)).toBe('unread');
    await projection.idle?.(headOver(table, { number: 62, epoch: 1 }));
    expect(await amountIn(table, 1)).toEqual({ value: 7n, at: 62 });
    expect(await written(paid(63, 60), 1)).toBe(2);
  });
});

describe('idle work on holdings', () => {
  test('unread holdings are read at the cursor, and stay unread if the node does not answer', async () => {
    const table = await getUnread(1, 2);
    const before = table.meter.writeUnits;
    await holdings(table, CHAIN, { ...HEAD_ONLY, holdings: nodeWithout(2) }).idle?.(headOver(table, { number: 10 }));
    expect(await amountIn(table, 1)).toEqual({ value: 7n, at: 10 });
    expect(await amountIn(table, 2)).toBe('unread');
    expect(table.meter.writeUnits - before).toBe(1);
  });

  test('a holding that a block has read meanwhile is not overwritten', async () => {
    const table = await getUnread(1, 2);
    const stale: Table = {
      ...table,
      async query(range) {
        const answer = await table.query(range);
        await table.write([{ put: holdingItem(CHAIN, heldBy(1), { value: 9n, at: 90 }, 0) }]);
        return answer;
      },
    };
    await holdings(stale, CHAIN, { ...HEAD_ONLY, holdings: nodeWithout() }).idle?.(headOver(table, { number: 10 }));
    expect(await amountIn(table, 1)).toEqual({ value: 9n, at: 90 });
    expect(await amountIn(table, 2)).toEqual({ value: 7n, at: 10 });
  });

  test('idle work reads at most a hundred holdings at a time', async () => {
    const table = await getUnread(...Array.from({ length: 130 }, (_, i) => i + 1));
    let asked = 0;
    const counting: Blocks['holdings'] = (block, questions, head) => {
      asked += questions.length;
      return nodeWithout()(block, questions, head);
    };
    const { idle } = holdings(table, CHAIN, { ...HEAD_ONLY, holdings: counting });
    await idle?.(headOver(table));
    expect(asked).toBe(100);
    await idle?.(headOver(table));
    expect(asked).toBe(130);
  });

  test('idle work reaches every unread holding even if the node never answers 205 of them, then starts over', async () => {
    const people = Array.from({ length: 330 }, (_, i) => i + 1);
    const table = await getUnread(...people);
    const later = mock.method(performance, 'now');
    let [now, asked] = [performance.now(), [] as number[]];
    later.mock.mockImplementation(() => now);
    try {
      const silent = people.slice(0, 205);
      const node: Blocks['holdings'] = (block, questions, head) => {
        asked.push(questions.length);
        return nodeWithout(...silent)(block, questions, head);
      };
      const { idle } = holdings(table, CHAIN, { ...HEAD_ONLY, holdings: node });
      const polls = async (times: number) => {
        asked = [];
        for (let n = 0; n < times; n++) {
          await idle?.(headOver(table, { number: 10 }));
          now += 1_000;
        }
        return asked;
      };
      // After two polls without an answer, the next ones wait.
      expect(await polls(8)).toEqual([100, 100, 100, 30]);
      for (const person of [206, 300, 330]) expect(await amountIn(table, person)).toEqual({ value: 7n, at: 10 });
      silent.length = 0;
      await polls(30);
      for (const person of [1, 101, 205]) expect(await amountIn(table, person)).toEqual({ value: 7n, at: 10 });
      expect(await polls(20)).toEqual([]);
    } finally {
      later.mock.restore();
    }
  });

  test('idle work gives up on a slow node, as new blocks wait for it', async () => {
    const table = await getUnread(1);
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      let asked = false;
      const silent = (): Promise<undefined> => {
        asked = true;
        return new Promise(() => undefined);
      };
      const done = holdings(table, CHAIN, { ...HEAD_ONLY, holdings: silent }).idle?.(headOver(table));
      while (!asked) await setImmediate();
      await setImmediate();
      mock.timers.tick(2_000);
      await done;
    } finally {
      mock.timers.reset();
    }
    expect(await amountIn(table, 1)).toBe('unread');
  });
});
