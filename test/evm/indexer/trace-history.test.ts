import { JOB, jobKey } from '../../../lambdas/chain/rows/backfill-item';
import { addHistory, getJobs } from '../../../lambdas/chain/rows/backfill-jobs';
import type { Lease } from '../../../lambdas/chain/rows/lease';
import type { Chain } from '../../../lambdas/core/contract/config';
import { getFailure, type RpcError } from '../../../lambdas/core/node/classify';
import { AnswerTooLong, NodeDown } from '../../../lambdas/core/node/errors';
import { key } from '../../../lambdas/core/table/key';
import { entities } from '../../../lambdas/core/table/schema';
import { derive } from '../../../lambdas/evm/domain/derive';
import { createTraceHistory } from '../../../lambdas/evm/indexer/trace-history';
import { createInternalTxRows } from '../../../lambdas/evm/rows/internal-tx-rows';
import { evmIndexer, headOver } from '../../support/follower/evm';
import { aChain, aCursor, address, aRawBlock } from '../../support/make/blocks';
import { anInternalTx, type Traced } from '../../support/make/internal-transactions';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';

const chain = aChain({ finalityDepth: 3, historyTraces: true, historyTraceCallsPerSecond: 1_000_000 });
const { chainId } = chain;
const START = 151;
/** Blocks 0 to 150 with up to three internal transactions each; every seventh has no transactions. */
const blocks: Traced[] = Array.from({ length: START }, (_, number) => {
  const sent = number % 7 === 0 ? [] : [1, 2].map((from) => ({ from, to: 3 + (number % 5) }));
  const internalTxs = [...Array(sent.length === 0 ? 0 : number % 4).keys()].map((row) => {
    const to = address(10 + ((number * 3 + row) % 11));
    return anInternalTx({ row, tx: row % 2, to, ...(row === 2 ? { type: 'CREATE', created: to } : {}) });
  });
  return { ...aRawBlock(number, sent), internalTxs };
});
const lease = { signal: () => new AbortController().signal, cursor: { epoch: 0 } } as unknown as Lease;
const job = { from: 0, to: 1_000 };

const GONE = { code: -32_000, message: 'missing trie node' };
/** A table after a backfill, and a node that traces all blocks except the ones that `refuses` or `failure` selects. */
async function world(
  refuses: (number: number) => boolean = () => false,
  failure: (number: number) => RpcError | 'too long' | undefined = (number) => (refuses(number) ? GONE : undefined),
) {
  const { table, items: all } = memoryTable();
  await evmIndexer(table, { chain }).apply(blocks, headOver(table));
  const asked: number[] = [];
  const skipped: number[] = [];
  let isUp = true;
  let failing = { block: -1, times: 0 };
  const failed = (block: number) => {
    failing = { block, times: failing.block === block ? failing.times + 1 : 1 };
    return failing.times;
  };
  let beforeWrite = (): void => undefined;
  const rows = createInternalTxRows(table, chainId, lease);
  /** A step of a freshly started process. */
  const step = (settings: Partial<Chain> = {}, now: () => number = Date.now) =>
    createTraceHistory({
      ...{ table, timer: { now, steady: now } },
      rows: {
        ...rows,
        async writeFinal(...given) {
          beforeWrite();
          await rows.writeFinal(...given);
        },
      },
      chain: { ...chain, ...settings },
      head: () => aCursor({ start: START, number: 160, head: 160 }),
      traceCursor: { failed: async (block) => failed(block) },
      blocks: { blocksWithReceipts: async (from) => blocks.slice(from, from + 1) },
      traces: {
        parallel: () => 4,
        isUp: async () => isUp,
        partly: async () => {
          throw new NodeDown('no transaction is traced', 'absent');
        },
        internalTxs: async ({ number }) => {
          asked.push(Number(number));
          const why = failure(Number(number));
          if (why) throw why === 'too long' ? new AnswerTooLong() : getFailure(why);
          return [...(blocks[Number(number)]?.internalTxs ?? [])];
        },
      },
      skipped: async ({ number }) => void skipped.push(number),
    });
  const done = async () => {
    await addHistory(table, chainId, job, { workers: 1, now: 1 });
    await table.update(jobKey(chainId, job), { set: { [JOB.doneAt]: 2 } });
  };
  return {
    ...{ table, asked, skipped, step, done },
    all,
    rows,
    only: async () => (await getJobs(table, chainId))[0],
    setUp(up: boolean): void {
      isUp = up;
    },
    crashAt(call: number): void {
      let left = call;
      beforeWrite = () => {
        if (--left === 0) throw new Error('crashed');
      };
    },
  };
}
/** The items after tracing these blocks at the head. */
async function followed(of: readonly Traced[] = blocks): Promise<string[]> {
  const { rows, all } = await world();
  await rows.write(of.map((one) => ({ derived: derive(one, 0), internalTxs: one.internalTxs ?? [] })));
  return all();
}
const rest = async (step: () => Promise<string>) => {
  let steps = 0;
  while ((await step()) === 'advanced') steps++;
  return steps;
};
/** Without the block of activity markers, which may be any block of the address. */
const plain = (items: readonly string[]) =>
  items.filter((item) => !item.startsWith('cur#')).map((item) => item.replace(/(?<=^ac#.*) b=\d+/, ''));

muteLog();

test('a backfilled history gets the rows of a followed chain, from its last block down', async () => {
  const there = await world();
  expect(await there.step()()).toBe('idle');
  await addHistory(there.table, chainId, job, { workers: 1, now: 1 });
  // Only once all of it is written.
  expect(await there.step()()).toBe('idle');
  await there.done();
  const step = there.step();
  expect(await step()).toBe('advanced');
  expect((await there.only())?.tracedFrom).toBe(147);
  expect(await rest(step)).toBe(37);
  expect(plain(await there.all())).toEqual(plain(await followed()));
  expect(await there.only()).toMatchObject({ tracedFrom: 0, tracesEndedAt: expect.any(Number) });
  expect(there.asked.filter((number) => number % 7 === 0)).toEqual([]);
  expect(new Set(there.asked).size).toBe(there.asked.length);
});

test('history is not traced unless the chain enables it', async () => {
  const there = await world();
  await there.done();
  const before = await there.all();
  expect(await rest(there.step({ historyTraces: false }))).toBe(0);
  expect([there.asked, await there.all()]).toEqual([[], before]);
});

test.each([3, 20])('a limit of %i calls a second is respected and nearly used up', async (limit) => {
  const there = await world();
  await there.done();
  let clock = 1_700_000_000_000;
  const began = clock;
  const step = there.step({ historyTraceCallsPerSecond: limit }, () => clock);
  const outcomes = new Set<string>();
  while (clock < began + 20_000) {
    const outcome = await step();
    outcomes.add(outcome);
    // Like the tracer: immediately after work, and a second later without any.
    if (outcome !== 'advanced') clock += 1_000;
  }
  const calls = there.asked.length * 3;
  // One second's worth may run ahead.
  expect(calls).toBeLessThanOrEqual(21 * limit + 12);
  const all = blocks.filter(({ block }) => block.transactions.length > 0).length * 3;
  expect(calls).toBeGreaterThanOrEqual(Math.min(all, 17 * limit));
  expect(outcomes).toContain('paced');
});

test('a run after a crash continues to the same rows', async () => {
  const there = await world();
  await there.done();
  for (const at of [1, 3, 2, 9]) {
    there.crashAt(at);
    await expect(rest(there.step())).rejects.toThrow('crashed');
  }
  there.crashAt(1_000);
  await rest(there.step());
  expect(plain(await there.all())).toEqual(plain(await followed()));
});

test('blocks with state left at the node are traced, and the lowest ones are not requested', async () => {
  const there = await world((number) => number < 123);
  await there.done();
  await rest(there.step());
  expect(await there.only()).toMatchObject({ tracedFrom: 123, tracesEndedAt: expect.any(Number) });
  expect(plain(await there.all())).toEqual(plain(await followed(blocks.slice(123))));
  expect(Math.min(...there.asked)).toBeGreaterThan(30);
  expect(there.skipped).toEqual([]);
});

test('single blocks that the node refuses are skipped and counted, even across a restart', async () => {
  const refused = [9, 10, 11, 12, 100];
  const there = await world((number) => refused.includes(number));
  await there.done();
  const step = there.step();
  while (!there.asked.includes(11)) await step();
  expect((await there.only())?.tracedFrom).toBe(13);
  await rest(there.step());
  expect(there.skipped).toEqual([100, 12, 11, 10, 9]);
  expect((await there.only())?.tracedFrom).toBe(0);
});

test.each([
  ['an internal error', { code: -32603, message: 'internal error' }],
  ['a timeout of the node', { code: -32002, message: 'request timed out' }],
])('a block that always fails (%s) is skipped after ten attempts, and the blocks below are traced', async (_, why) => {
  const there = await world(undefined, (number) => (number === 100 ? why : undefined));
  await there.done();
  const step = there.step();
  let failures = 0;
  for (let did = 'advanced'; did !== 'idle'; )
    did = await step().catch(() => {
      failures += 1;
      return 'failed';
    });
  expect([failures, there.skipped]).toEqual([9, [100]]);
  expect(there.asked.filter((number) => number === 100).length).toBeGreaterThanOrEqual(10);
  expect((await there.only())?.tracedFrom).toBe(0);
});

test('blocks with too long traces are skipped at once, even the lowest and many in a row', async () => {
  const there = await world(undefined, (number) => (number < 90 ? 'too long' : undefined));
  await there.done();
  await rest(there.step());
  const withTransactions = [...Array(90).keys()].filter((number) => number % 7 !== 0);
  expect(there.skipped.toSorted((a, b) => a - b)).toEqual(withTransactions);
  expect(there.asked.filter((number) => number < 90)).toHaveLength(withTransactions.length);
  expect((await there.only())?.tracedFrom).toBe(0);
});

test('a block is never skipped because the node is down or throttles', async () => {
  let code = -32005;
  const there = await world(undefined, (number) => (number === 100 ? { code, message: '' } : undefined));
  await there.done();
  const step = there.step();
  while (!there.asked.includes(100)) await step();
  for (let i = 0; i < 20; i++) await expect(step()).rejects.toThrow();
  code = -32603;
  there.setUp(false);
  for (let i = 0; i < 20; i++) await expect(step()).rejects.toThrow();
  expect(there.skipped).toEqual([]);
});

test('the history ends above the lowest blocks when the node refuses them', async () => {
  const there = await world((number) => number < 20);
  await there.done();
  await rest(there.step());
  expect(await there.only()).toMatchObject({ tracedFrom: 20, tracesEndedAt: expect.any(Number) });
});

test('a node on another branch does not advance the history', async () => {
  const there = await world();
  await there.done();
  const [last] = blocks.splice(150, 1, {
    ...aRawBlock(150, [{ from: 1, to: 2 }], { salt: 9 }),
    internalTxs: [anInternalTx()],
  });
  await expect(there.step()()).rejects.toThrow(NodeDown);
  expect((await there.only())?.tracedFrom).toBeUndefined();
  if (last) blocks[150] = last;
});

test('an activity marker that is not final is replaced, so that a rollback cannot remove it', async () => {
  const there = await world();
  const marker = {
    pk: key(entities.AddressChain.pk, { address: address(10) }),
    sk: key(entities.AddressChain.sk, { chain: chainId, kind: 'i' }),
  };
  await there.table.write([{ put: { ...marker, b: 159 } }]);
  await there.done();
  await rest(there.step());
  expect(Number((await there.table.get(marker))?.b)).toBeLessThan(START);
});

test('a range above the follower’s first block has nothing to trace', async () => {
  const there = await world();
  const own = { from: 155, to: 170 };
  await addHistory(there.table, chainId, own, { workers: 1, now: 1 });
  await there.table.update(jobKey(chainId, own), { set: { [JOB.doneAt]: 2 } });
  expect(await rest(there.step())).toBe(1);
  expect([await there.only(), there.asked]).toEqual([
    expect.objectContaining({ tracesEndedAt: expect.any(Number) }),
    [],
  ]);
});
