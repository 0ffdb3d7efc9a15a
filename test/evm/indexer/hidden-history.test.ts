import { runJob } from '../../../lambdas/chain/backfill/backfill-job';
import { showFinished } from '../../../lambdas/chain/backfill/hidden-history';
import { type Cursor, hiddenRanges } from '../../../lambdas/chain/domain/cursor';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { createPace } from '../../../lambdas/chain/follower/pace';
import { addHistory, getJobs, restartJob } from '../../../lambdas/chain/rows/backfill-jobs';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import type { Table } from '../../../lambdas/core/table/table';
import { handler as getBlock } from '../../../lambdas/evm/api/blocks/get-block';
import { handler as getLatestBlocks } from '../../../lambdas/evm/api/blocks/get-latest-blocks';
import { handler as getTransaction } from '../../../lambdas/evm/api/transactions/get-transaction';
import { handler as getTransactionsForBlock } from '../../../lambdas/evm/api/transactions/get-transactions-for-block';
import { handler as ofAllChains } from '../../../lambdas/evm/api/transactions/list-latest-transactions-all-chains';
import { handler as listTransactions } from '../../../lambdas/evm/api/transactions/list-transactions';
import { handler as listErc20 } from '../../../lambdas/evm/api/transfers/list-erc-20-transactions';
import { handler as listTransfers } from '../../../lambdas/evm/api/transfers/list-transfers';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { type Asked, call, type Handler } from '../../support/endpoints/call';
import { type AllDeps, depsWith } from '../../support/endpoints/deps';
import { evmIndexer } from '../../support/follower/evm';
import { scriptedNode } from '../../support/follower/scripted-node';
import { aChain, address, aRawBlock } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { muteLog } from '../../support/mute-log';
import { type Gate, memoryTable } from '../../support/tables/memory';

muteLog();

const [FIRST, START, HEAD] = [97, 104, 108];
const chain = aChain({ finalityDepth: 1 });
const { chainId } = chain;
/** Each block has two transactions of person 1, one of them with a transfer of token 20. */
const RAWS = Array.from({ length: HEAD + 1 }, (_, number) =>
  aRawBlock(number, [
    { from: 1, to: 2, logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2, value: 5n })] },
    { from: 2, to: 1 },
  ]),
);

type Row = Record<string, string | undefined> & { nativeTransaction?: { blockNumber: string; txHash: string } };

/** Each block as readers see it, in every kind of list and by number and hash. */
async function shownBlocks(deps: AllDeps): Promise<Map<number, string[]>> {
  const shown = new Map<number, string[]>();
  const note = (block: number, what: string) => shown.set(block, [...(shown.get(block) ?? []), what].toSorted());
  const ask = async (name: string, handler: unknown, field: string, asked: Asked = {}) => {
    const given = { params: { chainId, address: address(1), ...asked.params }, query: { pageSize: '100' } };
    const { status, body } = await call(handler as Handler<AllDeps>, deps, given);
    expect([name, status]).toEqual([name, 200]);
    for (const row of body[field] as Row[]) {
      const { blockNumber, txHash, blockHash } = row.nativeTransaction
        ? { blockHash: '', ...row.nativeTransaction }
        : row;
      note(Number(blockNumber), `${name} ${txHash ?? blockHash}`);
    }
  };
  await ask('blocks', getLatestBlocks, 'blocks');
  await ask('of all chains', ofAllChains, 'transactions');
  await ask('of an address', listTransactions, 'transactions');
  await ask('transfers of an address', listErc20, 'transactions');
  await ask('transfers of a token', listTransfers, 'transfers', { params: { address: address(20) } });
  for (let block = FIRST; block < START; block++) {
    const { status } = await call(getBlock as Handler<AllDeps>, deps, { params: { chainId, blockId: String(block) } });
    if (status === 200) note(block, 'by number');
    if (status === 200)
      await ask('of a block', getTransactionsForBlock, 'transactions', { params: { blockId: String(block) } });
    const txHash = RAWS[block]?.block.transactions[0]?.hash ?? '';
    const found = await call(getTransaction as Handler<AllDeps>, deps, { params: { chainId, txHash } });
    if (found.status === 200) note(block, `by hash with ${(found.body.erc20Transfers as unknown[]).length} transfers`);
  }
  return shown;
}

/** A table with the follower's cursor, shared by jobs and readers. */
async function aHistory(gate: Gate = () => undefined) {
  const { table } = memoryTable(gate);
  const node = scriptedNode(evmIndexer(table).summary);
  node.serve(RAWS);
  await table.update(cursorKey(chainId), {
    set: { [CURSOR.number]: HEAD, [CURSOR.start]: START, [CURSOR.fence]: 1, [CURSOR.epoch]: 0, [CURSOR.time]: 1 },
  });
  const { deps } = await depsWith({ chains: [chain], table });
  const slept: number[] = [];
  /** One item at a time: a reader may come between any two. */
  const slow: Table = {
    ...table,
    async write(writes, signal) {
      for (const one of writes) await table.write([one], signal);
    },
  };
  const work = async (to = START - 1, over = slow) => {
    const source = { ...node.source, head: async () => ({ ...(await node.source.head()), number: to + 1 }) };
    const backfill = {
      ...{ chain, table: over, source },
      store: { putSlice: async () => undefined },
      indexer: evmIndexer(over, { chain }),
      pace: createPace(1_000_000, { table }),
      timer: { now: Date.now, steady: Date.now, sleep: async (ms: number) => void slept.push(ms) },
      worker: { index: 0, count: 1 },
    };
    while ((await runJob<RawBlock>(backfill, () => false)) === 'advanced');
  };
  const cursor = async (): Promise<Cursor> => {
    const found = await getCursor(table, chainId);
    if (!found) throw new Error('no cursor');
    return found;
  };
  /** The view of readers with this cursor. */
  const seenBy = (seen: Cursor) => {
    const Reader = { ...deps.Cursor, find: async () => seen, all: async () => new Map([[chainId, seen]]) };
    return shownBlocks({ ...deps, Cursor: Reader });
  };
  return { table, work, cursor, seenBy, slept };
}

/** Each block as readers see it once its history is complete. */
async function wholeBlocks(): Promise<Map<number, string[]>> {
  const { table, work, cursor, seenBy } = await aHistory();
  await addHistory(table, chainId, { from: FIRST, to: START - 1 }, { workers: 1, now: 5 });
  await work();
  return seenBy(await cursor());
}
const toNumbers = (shown: Map<number, unknown>) => [...shown.keys()].toSorted((a, b) => a - b);

describe('readers during a backfill', () => {
  test('a reader sees each block completely or not at all between any two table calls, even with an older cursor', async () => {
    const whole = await wholeBlocks();
    expect(toNumbers(whole)).toEqual([97, 98, 99, 100, 101, 102, 103]);
    let [reading, calls] = [true, 0];
    const counts = new Set<number>();
    const older: Cursor[] = [];
    const { table, work, cursor, seenBy, slept } = await aHistory(async (_, when) => {
      if (reading || when === 'after' || calls++ % 2 !== 0) return;
      reading = true;
      const now = await cursor();
      // Cached cursors have expired when the worker continues.
      if (slept.length > 0) older.push(now);
      for (const seen of [now, ...(older[0] ? [older[0]] : [])]) {
        const shown = await seenBy(seen);
        for (const [block, rows] of shown) expect([block, rows]).toEqual([block, whole.get(block)]);
        counts.add(shown.size);
      }
      if (older.length > 10) older.shift();
      reading = false;
    });
    await addHistory(table, chainId, { from: FIRST, to: START - 1 }, { workers: 1, now: 5 });
    reading = false;
    await work();
    reading = true;
    // Nothing, the first slice, and both.
    expect([0, 3, 7]).toEqual(expect.arrayContaining([...counts]));
    expect([...counts]).toEqual(expect.arrayContaining([0, 3]));
    expect(calls).toBeGreaterThan(45);
    expect(await seenBy(await cursor())).toEqual(whole);
    expect([slept, (await cursor()).hidden]).toEqual([[3_000], undefined]);
  });

  test('a reader does not see a half-written slice after a crash, even once a shorter slice overwrites it', async () => {
    const { table, work, cursor, seenBy } = await aHistory();
    await addHistory(table, chainId, { from: FIRST, to: START - 1 }, { workers: 1, now: 5 });
    const crashing: Table = {
      ...table,
      async write(writes) {
        const isSecond = writes.some((one) => 'put' in one && one.put.pk.startsWith('h#') && Number(one.put.sk) >= 100);
        await table.write(isSecond ? writes.filter((_, i) => i % 2 === 0) : writes);
        if (isSecond) throw new Error('crash');
      },
    };
    await expect(work(START - 1, crashing)).rejects.toThrow('crash');
    expect(toNumbers(await seenBy(await cursor()))).toEqual([97, 98, 99]);
    await work(101);
    expect(toNumbers(await seenBy(await cursor()))).toEqual([97, 98, 99, 100, 101]);
    await work();
    expect(await seenBy(await cursor())).toEqual(await wholeBlocks());
  });

  test('a reader keeps seeing complete blocks while the same or another job rewrites them', async () => {
    const whole = await wholeBlocks();
    let [watching, calls] = [false, 0];
    const seen = new Set<string>();
    const { table, work, cursor, seenBy, slept } = await aHistory(async () => {
      if (!watching || calls++ % 5 !== 0) return;
      watching = false;
      const shown = await seenBy(await cursor());
      for (const [block, rows] of shown) expect([block, rows]).toEqual([block, whole.get(block)]);
      seen.add(toNumbers(shown).join());
      watching = true;
    });
    await addHistory(table, chainId, { from: FIRST, to: 101 }, { workers: 1, now: 5 });
    await work();
    const [first] = await getJobs(table, chainId);
    if (!first) throw new Error('no job');
    await restartJob(table, chainId, first, 6);
    await addHistory(table, chainId, { from: 99, to: START - 1 }, { workers: 1, now: 7 });
    watching = true;
    await work();
    watching = false;
    expect(await seenBy(await cursor())).toEqual(whole);
    expect(seen).toEqual(new Set(['97,98,99,100,101', '97,98,99,100,101,102,103']));
    // Only the second job had something to hide.
    expect(slept).toEqual([3_000, 3_000]);
  });
});

test('the next tick shows ranges that a worker hid again after another had finished the job', async () => {
  const { table, work, cursor } = await aHistory();
  await addHistory(table, chainId, { from: FIRST, to: START - 1 }, { workers: 1, now: 5 });
  await work();
  await table.update(cursorKey(chainId), { set: { y97_103: '98-103', y1_5: '1-5' } });
  expect(hiddenRanges(await cursor())).toHaveLength(2);
  await showFinished(table, chainId, await getJobs(table, chainId), await cursor());
  expect((await cursor()).hidden).toEqual([{ job: { from: 1, to: 5 }, ranges: [{ from: 1, to: 5 }] }]);
});
