import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import type { InHistory } from '../../../lambdas/chain/kind';
import { CURSOR, cursorKey, writePending } from '../../../lambdas/chain/rows/cursor-item';
import { createTableClient } from '../../../lambdas/core/table/table';
import type { Hex } from '../../../lambdas/evm/domain/rpc';
import { createHistoricalHoldings } from '../../../lambdas/evm/indexer/projections/historical-holdings';
import { type Holding, questionId, toQuestions } from '../../../lambdas/evm/tokens/domain/holdings';
import { holdingKey, readHolding } from '../../../lambdas/evm/tokens/rows/holding-item';
import { holdingWrite } from '../../../lambdas/evm/tokens/rows/holdings';
import { address, hash } from '../make/blocks';
import { memoryTable, NAME } from '../tables/memory';

export const CHAIN = '31337';
/** The follower's first block. */
export const START = 100;
const FINAL_DEPTH = 5;

/** A worker ends inside one of its calls. */
export class Killed extends Error {}

interface Block {
  readonly number: number;
  readonly hash: string;
  readonly value: bigint;
  /** The block changes the holding. */
  readonly isTouched: boolean;
}

/** Backfill and follower write the same holding, one write per step. */
export async function oneHolding(holding: Holding) {
  const { client, table } = memoryTable();
  let [calls, killAt] = [0, Number.POSITIVE_INFINITY];
  let beside: () => Promise<unknown> = async () => undefined;
  let note: number | undefined;
  let isDown = false;
  const own = createTableClient(NAME, {
    async call(action, input, signal) {
      await beside();
      calls += 1;
      if (calls === killAt) throw new Killed();
      const answer = await client.call(action, input, signal);
      calls += 1;
      if (calls === killAt) throw new Killed();
      return answer;
    },
  });

  const blocks: Block[] = [{ number: START, hash: hash(START), value: 1n, isTouched: false }];
  const seen = new Map(blocks.map((block) => [block.hash, block]));
  const top = (): Block => blocks.at(-1) as Block;
  let [epoch, made] = [0, 1_000];
  const setCursor = (set: Record<string, unknown>, remove: readonly string[] = []) =>
    table.update(cursorKey(CHAIN), { set, remove });
  const moveTo = (block: Block) =>
    setCursor({ [CURSOR.number]: block.number, [CURSOR.hash]: Buffer.from(block.hash.slice(2), 'hex') }, [
      ...[CURSOR.pendingKind, CURSOR.pendingFrom, CURSOR.pendingHashes],
    ]);
  const write = (value: bigint, at: number) =>
    table.write([holdingWrite(CHAIN, { holding, amount: { value, at } }, epoch)]);
  await setCursor({ [CURSOR.start]: START, [CURSOR.fence]: 1, [CURSOR.head]: START, [CURSOR.epoch]: 0 });
  await moveTo(top());

  const answerAt = (block: Block | undefined): Hex => {
    const value = block?.value ?? 0n;
    const owner = value === 0n ? address(9) : holding.holder;
    return `0x${(holding.kind === 'erc721' ? owner.slice(2) : value.toString(16)).padStart(64, '0')}`;
  };
  const readings = (block: Block | undefined, at: number) => {
    const [question] = toQuestions([holding]);
    return { at, values: question ? { [questionId(question)]: answerAt(block) } : {} };
  };

  return {
    table,
    async *index(value?: bigint): AsyncGenerator<void> {
      const block = {
        ...{ number: top().number + 1, hash: hash(++made), value: value ?? top().value },
        isTouched: value !== undefined,
      };
      seen.set(block.hash, block);
      await setCursor({ ...writePending({ kind: 'index', blocks: [block] }), [CURSOR.head]: block.number });
      yield;
      if (block.isTouched) await write(block.value, block.number);
      yield;
      blocks.push(block);
      await moveTo(block);
    },
    async *rollBack(): AsyncGenerator<void> {
      const orphan = blocks.length > 1 ? blocks.pop() : undefined;
      if (!orphan) return;
      epoch += 1;
      await setCursor({ ...writePending({ kind: 'rollback', blocks: [orphan] }), [CURSOR.epoch]: epoch });
      yield;
      if (orphan.isTouched) await write(top().value, top().number);
      yield;
      await moveTo(top());
    },
    /** One slice of the worker's job. Its note stays if it is killed. */
    async look(): Promise<void> {
      const on: InHistory = {
        ...{ mode: 'history', cumulative: 0, final: START - FINAL_DEPTH },
        head: { number: START, hash: hash(START), parentHash: hash(START - 1), time: 0 },
        cursor: () => getCursor(own, CHAIN),
        write: (writes) => own.write(writes),
        signal: () => AbortSignal.timeout(10_000),
        turn: async () => undefined,
        unchecked: {
          since: note,
          note: async (block) => {
            note = Math.min(block, note ?? block);
          },
        },
      };
      const node = {
        holdings: async (block: { readonly hash: string; readonly number: number }) => {
          if (isDown) throw new Error('the node is down');
          return readings(seen.get(block.hash), block.number);
        },
        holdingsAt: async (_: unknown, at: number) =>
          readings(
            blocks.findLast(({ number }) => number <= at),
            at,
          ),
      };
      const holdings = createHistoricalHoldings(own, CHAIN, node, async () => void (await beside()));
      const found = await holdings.read([holding], on);
      if (found) await holdings.write(found, on);
      note = undefined;
    },
    /** `work` runs before each call of the worker. Each call counts twice for `kill`: before and after. */
    arrange(work: () => Promise<unknown>, kill = Number.POSITIVE_INFINITY): void {
      [beside, killAt] = [work, calls + kill];
    },
    node: (up: boolean): void => {
      isDown = !up;
    },
    /** The true value at the follower's newest block. */
    value: (): bigint => top().value,
    async stored() {
      const item = await table.get(holdingKey(CHAIN, holding), true);
      return item && readHolding(item).amount;
    },
    noted: (): number | undefined => note,
  };
}
