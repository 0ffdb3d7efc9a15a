import type { FollowerDeps } from '../../../lambdas/chain/follower/deps';
import { storedBlocks } from '../../../lambdas/chain/follower/stored-blocks';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { getTokenEvents } from '../../../lambdas/evm/domain/transfers';
import {
  getAmount,
  type Holding,
  questionId,
  toQuestions,
  touchedHoldings,
} from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingKey, readHolding, type StoredHolding } from '../../../lambdas/evm/tokens/rows/holding-item';
import { aChain } from '../make/blocks';
import { memoryTable } from '../tables/memory';
import { evmIndexer, headOver } from './evm';
import { getState } from './evm-branches';

export interface CatchingUp {
  /** Batch sizes. Every list starts over when it is used up. */
  readonly sizes: readonly number[];
  /** Batches written before it ends. The next batch is in the bucket by then. */
  readonly batches: number;
  /** Whether idle work runs after each batch. */
  readonly readsUnread: readonly boolean[];
  /** The last batch stays pending, with all of its rows or without any. */
  readonly ends?: 'before rows' | 'after rows';
  readonly silent: readonly boolean[];
  /** Blocks by which the reported head is below the newest block. */
  readonly lag: number;
}

const toNumber = ({ block }: RawBlock): number => Number(block.number);
const turn = (values: readonly (number | boolean)[], i: number) => Number(values[i % values.length] ?? 0);

/** Blocks are final except the newest. Calls `check` after each write of rows. */
export function catchingUp(branch: readonly RawBlock[], finalityDepth: number, check: (wrong: string[]) => void) {
  const { table } = memoryTable();
  const chain = aChain({ finalityDepth });
  const state = getState(() => branch);
  const touched = new Map<string, Holding>();
  for (const { receipts } of branch)
    for (const one of touchedHoldings(getTokenEvents(receipts))) touched.set(questionId(one), one);
  const bucket = new Map<number, RawBlock>();
  let [cursor, pending]: [number, readonly RawBlock[]] = [-1, []];

  const rows = async (): Promise<StoredHolding[]> => {
    const keys = [...touched.values()].map((one) => holdingKey(chain.chainId, one));
    return (await table.batchGet(keys, true)).map(readHolding);
  };
  const valueAt = async (holding: Holding, block: number): Promise<bigint> => {
    const amount = getAmount(holding, block, await state.holdingsAt(toQuestions([holding]), block));
    if (typeof amount === 'string') throw new Error(`the token does not answer: ${amount}`);
    return amount.value;
  };
  const wrongRows = async (): Promise<string[]> => {
    const texts = (await rows()).map(async ({ amount, ...row }) => {
      if (typeof amount === 'string') return [];
      const actual = await valueAt(row, Math.max(amount.at, cursor));
      const text = `${questionId(row)} at block ${cursor}: ${amount.value}, read at ${amount.at}, is ${actual}`;
      return amount.value === actual ? [] : [text];
    });
    return (await Promise.all(texts)).flat();
  };

  return {
    async run({ sizes, batches, readsUnread, ends, silent, lag }: CatchingUp): Promise<void> {
      const head = Math.max(cursor, branch.length - 1 - lag);
      let asked = 0;
      const unlessSilent =
        <A extends unknown[], R>(ask: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R | undefined> =>
          turn(silent, asked++) ? undefined : ask(...args);
      const [holdings, holdingsAt] = [unlessSilent(state.holdings), unlessSilent(state.holdingsAt)];
      const indexer = evmIndexer(table, { chain, node: { holdings, holdingsAt, balances: async () => ({}) } });
      const on = () => headOver(table, { number: cursor, hash: branch[cursor]?.block.hash ?? '', head });
      const commit = () => {
        [cursor, pending] = [pending.map(toNumber).at(-1) ?? cursor, []];
      };
      const store = {
        async put(raw: RawBlock): Promise<RawBlock> {
          const first = bucket.get(toNumber(raw)) ?? raw;
          bucket.set(toNumber(raw), first);
          return first;
        },
      };
      async function* fetched() {
        for (let [i, from, to] = [0, cursor + 1, 0]; from <= head; i++, from = to) {
          to = Math.min(head + 1, from + turn(sizes, i));
          yield branch.slice(from, to);
        }
      }
      if (pending.length > 0) await indexer.apply(pending, on());
      commit();
      const deps = { indexer, store, lease: { signal: () => new AbortController().signal } };
      let written = 0;
      for await (const blocks of storedBlocks(deps as unknown as FollowerDeps<RawBlock>, fetched(), head)) {
        pending = blocks;
        const isLast = written === batches - 1;
        if (isLast && ends === 'before rows') return;
        await indexer.apply(blocks, on());
        if (isLast && ends === 'after rows') return;
        commit();
        check(await wrongRows());
        if (turn(readsUnread, written)) await indexer.idle?.(on());
        check(await wrongRows());
        if (isLast) return;
        written += 1;
      }
      await indexer.idle?.(on());
      check(await wrongRows());
    },
    async missing(): Promise<string[]> {
      const found = new Map((await rows()).map((row) => [questionId(row), row.amount]));
      const texts = [...touched].map(async ([id, holding]) => {
        const actual = await valueAt(holding, branch.length - 1);
        const { value } = (found.get(id) ?? { value: 0n }) as { readonly value?: bigint };
        return value === actual ? [] : [`${id}: ${value}, is ${actual}`];
      });
      return (await Promise.all(texts)).flat();
    },
  };
}
