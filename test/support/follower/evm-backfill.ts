import type { BackfillDeps } from '../../../lambdas/chain/backfill/backfill-deps';
import { runJob } from '../../../lambdas/chain/backfill/backfill-job';
import type { BlockRef } from '../../../lambdas/chain/domain/block';
import { transactionsBefore } from '../../../lambdas/chain/domain/transaction-counts';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { createPace } from '../../../lambdas/chain/follower/pace';
import { getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { NodeDown } from '../../../lambdas/core/node/errors';
import type { Table } from '../../../lambdas/core/table/table';
import type { Hex, RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createEvmIndexer } from '../../../lambdas/evm/indexer/indexer';
import { evmSource } from '../../../lambdas/evm/indexer/source';
import type { Blocks } from '../../../lambdas/evm/node/blocks';
import { createBlockRows } from '../../../lambdas/evm/rows/block-rows';
import { decodeBlock } from '../../../lambdas/evm/rows/codec';
import { type Question, questionId } from '../../../lambdas/evm/tokens/domain/holdings';
import { aChain, address, aRawBlock, hash } from '../make/blocks';
import { aTransfer } from '../make/logs';
import { type MemoryTable, memoryTable } from '../tables/memory';

/** The follower's first block. */
export const START = 130;
const FINAL_DEPTH = 64;
/** Most of the 206 blocks transfer tokens 1 (ERC-20) and 2 (ERC-721, id 1), each to the next person. */
export const getBlocks = (salt = 1, length = 206): RawBlock[] =>
  Array.from({ length }, (_, n) => {
    const [from, to] = [100 + (n % 7), 100 + ((n + 1) % 7)];
    const logs = [
      aTransfer({ kind: 'erc20', token: 1, from, to, value: 5n }),
      aTransfer({ kind: 'erc721', token: 2, from, to, id: 1n }),
    ];
    return aRawBlock(
      n,
      n % 5 === 0
        ? []
        : [
            { from, to, logs },
            { from: to, to: from },
          ],
      { salt },
    );
  });
export const word = (hex: string): Hex => `0x${hex.padStart(64, '0')}`;
/** Person 103 owns id 1; everyone has 7 of token 1. */
const says = ({ kind }: Question): Hex => (kind === 'erc721' ? word(address(103).slice(2)) : word('7'));

interface Given {
  readonly raws?: RawBlock[];
  readonly head?: number;
  readonly start?: number;
  readonly answer?: (question: Question, at: BlockRef) => Hex | null | undefined;
}
/** A backfill over its own chain, with the follower at block 190. */
export async function aBackfill(
  { raws = getBlocks(), head = 205, start = START, answer = says }: Given = {},
  { table, items }: Pick<MemoryTable, 'table' | 'items'> = memoryTable(),
) {
  const chain = aChain({ finalityDepth: FINAL_DEPTH });
  const nfts: unknown[] = [];
  const [announced, slices, asked]: [string[], string[], BlockRef[]] = [[], [], []];
  const shown = raws[head]?.block;
  const blocks: Blocks = {
    chainId: async () => chain.chainId,
    head: async () => ({ number: head, hash: shown?.hash ?? '', parentHash: shown?.parentHash ?? '', time: 0 }),
    blocksWithReceipts: async (from, to) => raws.slice(from, to + 1),
    hashes: async () => [],
    blockchainId: async () => undefined,
    balances: async () => ({}),
    holdingsAt: async () => undefined,
    holdings: async (at, questions) => {
      asked.push(at);
      const values = questions.map((q) => [questionId(q), answer(q, at)] as const);
      if (values.some(([, value]) => value === undefined)) throw new NodeDown('the node does not answer');
      return { at: at.number, values: Object.fromEntries(values) as Record<string, Hex | null> };
    },
  };
  const createDeps = (over: Table = table, { index, count } = { index: 0, count: 1 }): BackfillDeps<RawBlock> => ({
    chain,
    table: over,
    source: evmSource(blocks, chain.chainId),
    store: {
      putSlice: async (slice) =>
        void slices.push(`${Number(slice[0]?.block.number)}-${Number(slice.at(-1)?.block.number)}`),
    },
    indexer: createEvmIndexer({
      ...{ chain, table: over, node: blocks },
      storedTraces: { find: async () => undefined },
      tokenQueue: { send: async (all) => void announced.push(...all.map((one) => JSON.stringify(one))) },
      nftQueue: { send: async (all) => void nfts.push(...all) },
    }),
    pace: createPace(1_000_000, { table: over }),
    timer: { now: Date.now, steady: Date.now, sleep: async () => undefined },
    worker: { index, count },
  });
  await follow(table, chain.chainId, 190, start);
  /** Without jobs, cursors, bases of transaction counts and blocks of markers, which depend on the order of events. */
  const rows = async () => {
    const all = (await items()).filter((item) => !item.startsWith('cur#'));
    const counts = (await getCursor(table, chain.chainId))?.counts;
    return all.map((row) => {
      const [, block = '', header] = /^h#\w+ (\d+) d=(\w+)/.exec(row) ?? [];
      if (header !== undefined) {
        const { cumulative, ...rest } = decodeBlock(Buffer.from(header, 'hex'));
        const shown = { ...rest, cumulative: cumulative + transactionsBefore(counts, Number(block)) };
        return row.replace(
          header,
          JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
        );
      }
      const [, who, kind, at] = /^ac#(\w+) \d+#(\w) b=(\d+)$/.exec(row) ?? [];
      if (who === undefined) return row;
      const fact = `a#${chain.chainId}#${who} ${kind}#${at?.padStart(10, '0')}`;
      return row.replace(/b=\d+$/, all.some((one) => one.startsWith(fact)) ? 'holds' : 'names a block without it');
    });
  };
  const answering = (to: (question: Question) => Hex): Blocks => ({
    ...blocks,
    holdings: async (at, questions) => ({
      at: at.number,
      values: Object.fromEntries(questions.map((q) => [questionId(q), to(q)])),
    }),
  });
  return { chain: chain.chainId, table, rows, createDeps, answering, announced, nfts, slices, asked };
}
export const follow = (table: Table, chain: string, number: number, start = START) =>
  table.update(cursorKey(chain), {
    set: {
      [CURSOR.number]: number,
      [CURSOR.hash]: Buffer.from(hash(1_000_000 + number).slice(2), 'hex'),
      [CURSOR.start]: start,
      [CURSOR.fence]: 1,
      [CURSOR.epoch]: 4,
    },
  });
export const never = () => false;
/** 0 if the block is not written. */
export const countAt = async (table: Table, chain: string, block: number) =>
  (await createBlockRows(table, chain).positionAt(block))?.cumulative ?? 0;
export async function workAll(one: BackfillDeps<RawBlock>): Promise<void> {
  while ((await runJob(one, never)) === 'advanced');
}
/** The first differences, short enough to read in a failure. */
export function apart(a: readonly string[], b: readonly string[]): string[] {
  const [inA, inB] = [new Set(a), new Set(b)];
  const only = [...a.filter((row) => !inB.has(row)), ...b.filter((row) => !inA.has(row))];
  return only.toSorted().slice(0, 6);
}
export const getJob = async (table: Table, chain: string) => (await getJobs(table, chain))[0];
