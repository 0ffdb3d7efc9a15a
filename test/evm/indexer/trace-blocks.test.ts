import * as fc from 'fast-check';
import type { BlockRef } from '../../../lambdas/chain/domain/block';
import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { atHead, type FollowerDeps } from '../../../lambdas/chain/follower/deps';
import { rollBack } from '../../../lambdas/chain/follower/rollback';
import type { Lease } from '../../../lambdas/chain/rows/lease';
import { getFailure } from '../../../lambdas/core/node/classify';
import { AnswerTooLong, NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import type { Table } from '../../../lambdas/core/table/table';
import type { InternalTransaction } from '../../../lambdas/evm/domain/internal-transactions';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { type TraceDeps, traceBlocks } from '../../../lambdas/evm/indexer/trace-blocks';
import type { StoredTraces } from '../../../lambdas/evm/node/stored-traces';
import { createInternalTxRows } from '../../../lambdas/evm/rows/internal-tx-rows';
import { takeTraceCursor } from '../../../lambdas/evm/rows/trace-cursor';
import { evmIndexer } from '../../support/follower/evm';
import { noMeasures } from '../../support/follower/no-measures';
import { repeatedRuns } from '../../support/full';
import { aChain, aCursor, address, aRawBlock, hash } from '../../support/make/blocks';
import { anInternalTx, type Traced } from '../../support/make/internal-transactions';
import { memoryTable } from '../../support/tables/memory';

const chain = aChain({ finalityDepth: 3 });
const { chainId } = chain;
class Crash extends Error {}
/** Stands in for services that a rollback calls; every call returns undefined. */
const silent = new Proxy({} as never, { get: () => async () => undefined });

/** A block of a branch, determined by number and salt. */
function aBlock(number: number, salt: number, parentSalt: number): Traced {
  const sent = [1, 2].map((n) => ({ from: n, to: 3 + ((number + salt) % 3) }));
  const raw = aRawBlock(number, sent, { salt, parentSalt });
  // A transaction may be in both branches, at different positions.
  const shared = hash(77_000 + number);
  const at = salt % 2;
  const transactions = raw.block.transactions.map((t, i) => (i === at ? { ...t, hash: shared } : t));
  const internalTxs = [0, 1].flatMap((tx) =>
    [...Array((number * 7 + salt * 3 + tx) % 3).keys()].map((n) => {
      const to = address(5 + ((number * 5 + salt + n) % 9));
      const made = n === 1 ? { type: 'CREATE' as const, created: to } : {};
      return { tx, from: address(3 + n), to, value: BigInt(salt * 100 + n), ...made };
    }),
  );
  return {
    ...raw,
    block: { ...raw.block, transactions },
    internalTxs: internalTxs.map((f, row) => anInternalTx({ ...f, row })),
  };
}

/** A bucket, a tracing node, a head and a trace cursor over one table; each of their calls passes `gate` first. */
function world(gate: (actor: 'head' | 'tracer') => Promise<unknown>) {
  const { table, items } = memoryTable();
  /** Without the cursors of head and traces. */
  const all = async () => (await items()).filter((item) => !item.startsWith('cur#'));
  const raws = new Map<string, Traced>();
  const bucket = new Map<string, readonly InternalTransaction[]>();
  let cursor: Cursor = { ...aCursor({ number: 0, start: 1, head: 0 }), epoch: 0 };
  const gated = <T extends object>(what: T, actor: 'head' | 'tracer'): T =>
    Object.fromEntries(
      Object.entries(what).map(([name, value]) => [
        name,
        typeof value !== 'function'
          ? value
          : async (...args: unknown[]) => {
              await gate(actor);
              return value(...args);
            },
      ]),
    ) as T;
  const raw = { get: async (_: string, { hash: of }: BlockRef) => raws.get(of) ?? aBlock(0, 0, 0) };
  const stored: StoredTraces = {
    find: async (_, { hash: of }) => bucket.get(of) as InternalTransaction[] | undefined,
    put: async (_, { hash: of }, internalTxs) => {
      if (!bucket.has(of)) bucket.set(of, internalTxs);
      return bucket.get(of) ?? internalTxs;
    },
  };
  const lease = {
    signal: () => new AbortController().signal,
    get cursor() {
      return cursor;
    },
    beginRollback: async (blocks: BlockRef[]) => {
      await gate('head');
      cursor = { ...cursor, epoch: cursor.epoch + 1, pending: { kind: 'rollback', blocks } };
    },
    lower: async ({ number }: { number: number }) => {
      await gate('head');
      const { pending: _, ...rest } = cursor;
      cursor = { ...rest, number };
    },
  } as unknown as Lease;
  const headTable = gated(table as object, 'head') as Table;
  const head: FollowerDeps<RawBlock> = {
    ...{ chain, lease, bus: silent, source: silent, records: silent, idleWork: silent, measures: noMeasures },
    table: headTable,
    store: { get: (block) => raw.get(chainId, block), put: async (one) => one, putSlice: async () => undefined },
    indexer: evmIndexer(headTable, { chain, storedTraces: gated(stored, 'head') }),
  };
  let canonical: Traced[] = [];
  return {
    all,
    bucket,
    cursor: () => cursor,
    /** A backfill writes these blocks, or has ended. */
    backfill(range: { from: number; to: number } | undefined): void {
      const { hidden: _, ...rest } = cursor;
      cursor = range ? { ...rest, hidden: [{ job: range, ranges: [range] }] } : rest;
    },
    /** Switches to this branch: rolls back to the common ancestor and indexes the rest. */
    async follow(branch: readonly Traced[]): Promise<void> {
      const common = branch.findIndex((one, i) => one.block.hash !== canonical[i]?.block.hash);
      const keep = common === -1 ? branch.length : common;
      const orphans = canonical.slice(keep);
      if (orphans.length > 0)
        await rollBack(
          head,
          orphans.map(({ block }) => ({ number: Number(block.number), hash: block.hash })),
        );
      canonical = [...branch];
      for (const one of branch.slice(keep)) {
        raws.set(one.block.hash, one);
        await head.indexer.apply([one], atHead(head));
        cursor = { ...cursor, number: Number(one.block.number), head: branch.length };
      }
    },
    /** Takes the trace cursor again, as after a crash. */
    async take(internalTxs?: TraceDeps['traces']['internalTxs'], skipped: TraceDeps['skipped'] = free) {
      const cursorTable = gated(table as object, 'tracer') as Table;
      const traceCursor = await takeTraceCursor(cursorTable, chainId, () => 1, cursor.start);
      if (!traceCursor) throw new Error('the trace cursor is held');
      const traces = {
        internalTxs: internalTxs ?? (async (block) => raws.get(block.hash)?.internalTxs as InternalTransaction[]),
      };
      const deps: TraceDeps = {
        ...{ chain, traceCursor, raw, skipped, publishTraced: free, traced: free },
        rows: createInternalTxRows(cursorTable, chainId, lease),
        stored: gated(stored, 'tracer'),
        traces: { parallel: () => 4, isUp: async () => true, partly: nothing, ...gated(traces, 'tracer') },
        head: () => cursor,
      };
      return { traceCursor, step: () => traceBlocks(deps) };
    },
  };
}
const free = async () => undefined;
const nothing = async () => {
  throw new NodeDown('no transaction is traced', 'absent');
};
const branch = (...parts: readonly (readonly [salt: number, upTo: number])[]): Traced[] => {
  const blocks: Traced[] = [];
  for (const [salt, upTo] of parts)
    while (blocks.length < upTo) {
      const before = parts.find(([, end]) => end >= blocks.length)?.[0] ?? salt;
      blocks.push(aBlock(blocks.length + 1, salt, before));
    }
  return blocks;
};

/** The rows of a table that never saw another branch. */
async function fromScratch(blocks: readonly Traced[]): Promise<string[]> {
  const scratch = world(free);
  await scratch.follow(blocks);
  const { step } = await scratch.take();
  while ((await step()) !== 'idle');
  return scratch.all();
}

describe('the trace cursor', () => {
  test('the trace cursor leaves only rows of the last branch, for any interleaving with rollbacks and crashes', async () => {
    const seen = { crashes: 0, rollbacks: 0, unwritten: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(
          fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 4 })),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
        async (scheduler, turns, crashes) => {
          let gatesLeft = Number.POSITIVE_INFINITY;
          let open = false;
          const there = world(async (actor) => {
            if (open) return;
            if (actor === 'tracer' && --gatesLeft < 0) throw new Crash();
            await scheduler.schedule(Promise.resolve(), actor);
          });
          open = true;
          // At most one step traces, so the head rolls back the blocks about to be written.
          let last = branch([1, 4]);
          await there.follow(last);
          open = false;
          const head = async () => {
            for (const [salt, keep, more] of turns) {
              const kept = last.slice(0, keep);
              last = [...kept, ...Array.from({ length: more + 1 }, (_, i) => aBlock(kept.length + 1 + i, salt, salt))];
              seen.rollbacks++;
              await there.follow(last);
            }
          };
          const trace = async () => {
            for (const at of [...crashes, Number.POSITIVE_INFINITY]) {
              gatesLeft = at;
              try {
                const { traceCursor, step } = await there.take();
                const { pending } = traceCursor.state;
                if (pending && pending.epoch !== there.cursor().epoch) seen.unwritten++;
                for (let steps = 0; steps < 6; steps++) await step();
              } catch (error) {
                if (!(error instanceof Crash)) throw error;
                seen.crashes++;
              }
            }
          };
          await scheduler.waitFor(Promise.all([head(), trace()]));
          open = true;
          const { traceCursor, step } = await there.take();
          while ((await step()) !== 'idle');
          expect(traceCursor.state.number).toBe(last.length);
          expect(await there.all()).toEqual(await fromScratch(last));
        },
      ),
      repeatedRuns(15),
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });

  test('markers deleted by a rollback are rewritten, even if it ran while an empty block was traced', async () => {
    const paid = [anInternalTx({ tx: 0, row: 0, from: address(3), to: address(99), value: 5n })];
    const [first, other] = [1, 2].map((salt) => ({ ...aBlock(1, salt, 1), internalTxs: paid }));
    const [second, last] = [1, 2].map((salt) => ({ ...aBlock(2, salt, salt), internalTxs: [] }));
    if (!first || !other || !second || !last) throw new Error('four blocks');
    const there = world(free);
    await there.follow([first]);
    const { step } = await there.take(async ({ hash: of }) => {
      if (of === second.block.hash) await there.follow([other, last]);
      return of === second.block.hash || of === last.block.hash ? [] : paid;
    });
    await step();
    await there.follow([first, second]);
    while ((await step()) !== 'idle');
    expect(await there.all()).toEqual(await fromScratch([other, last]));
  });

  test.each([false, true])(
    'a rollback between any two calls of the trace cursor leaves no rows of orphans (crash soon after: %s)',
    async (crash) => {
      const after = [...branch([1, 1]), aBlock(2, 2, 1), aBlock(3, 2, 2)];
      const expected = await fromScratch(after);
      let fell = 0;
      for (let at = 1; at <= 30; at++) {
        let calls = Number.NEGATIVE_INFINITY;
        const there = world(async (actor) => {
          if (actor === 'head') return;
          calls++;
          if (crash && calls === at + 3) throw new Crash();
          if (calls !== at) return;
          fell++;
          await there.follow(after);
        });
        await there.follow(branch([1, 4]));
        const { step } = await there.take();
        calls = 0;
        for (let steps = 0; steps < 2; steps++)
          await step().catch((error: unknown) => {
            if (!(error instanceof Crash)) throw error;
          });
        if (calls < at) break;
        calls = Number.NEGATIVE_INFINITY;
        const again = await there.take();
        while ((await again.step()) !== 'idle');
        expect([at, await there.all()]).toEqual([at, expected]);
      }
      expect(fell).toBeGreaterThan(10);
    },
  );

  test('the trace cursor forgets rows that a rollback removed between any two of its calls', async () => {
    const after = [...branch([1, 1]), ...[2, 3, 4, 5, 6, 7].map((number) => aBlock(number, 2, number === 2 ? 1 : 2))];
    const expected = await fromScratch(after);
    let fell = 0;
    for (let at = 1; at <= 30; at++) {
      let calls = Number.NEGATIVE_INFINITY;
      const there = world(async (actor) => {
        if (actor === 'head' || ++calls !== at) return;
        fell++;
        await there.follow(after);
      });
      await there.follow(branch([1, 4]));
      const { step } = await there.take();
      // These are committed: their rows are known to exist until they are rolled back.
      await step();
      await there.follow(branch([1, 7]));
      calls = 0;
      await step();
      if (calls < at) break;
      calls = Number.NEGATIVE_INFINITY;
      while ((await step()) !== 'idle');
      expect([at, await there.all()]).toEqual([at, expected]);
    }
    expect(fell).toBeGreaterThan(5);
  });

  test('the trace cursor waits for a recent block that the node refuses, and skips and reports an old one', async () => {
    const there = world(free);
    await there.follow(branch([1, 8]));
    const skipped: number[] = [];
    const refuse = async () => {
      throw getFailure({ code: -32_000, message: 'missing trie node' });
    };
    const { traceCursor, step } = await there.take(refuse, async ({ number }) => void skipped.push(number));
    await step();
    await step();
    await expect(step()).rejects.toThrow(NodeRefused);
    // finalityDepth is 3, and the head 8.
    expect([traceCursor.state.number, skipped]).toEqual([5, [1, 2, 3, 4, 5]]);
  });

  test('a final block that fails ten times, even across restarts, is skipped, and later blocks are traced', async () => {
    const there = world(free);
    const blocks = branch([1, 8]);
    await there.follow(blocks);
    const skipped: number[] = [];
    let attempts = 0;
    const trace: TraceDeps['traces']['internalTxs'] = async ({ number, hash: of }) => {
      if (Number(number) === 3 && ++attempts) throw getFailure({ code: -32002, message: 'request timed out' });
      return blocks.find(({ block }) => block.hash === of)?.internalTxs as InternalTransaction[];
    };
    let last: Awaited<ReturnType<typeof there.take>> | undefined;
    for (let starts = 0; starts < 12; starts++) {
      last = await there.take(trace, async ({ number }) => void skipped.push(number));
      while ((await last.step().catch(() => 'idle')) !== 'idle');
    }
    expect([skipped, last?.traceCursor.state.number]).toEqual([[3], 8]);
    // The first attempt was made with the blocks before it.
    expect(attempts).toBe(11);
  });

  test('a block with too long traces is skipped at the first attempt once it is final', async () => {
    const there = world(free);
    const blocks = branch([1, 8]);
    await there.follow(blocks);
    const skipped: number[] = [];
    const { traceCursor, step } = await there.take(
      async ({ number, hash: of }) => {
        if ([3, 7].includes(Number(number))) throw new AnswerTooLong();
        return blocks.find(({ block }) => block.hash === of)?.internalTxs as InternalTransaction[];
      },
      async ({ number }) => void skipped.push(number),
    );
    await step();
    await step();
    await expect(step()).rejects.toThrow(AnswerTooLong);
    // finalityDepth is 3, and the head 8.
    expect([traceCursor.state.number, skipped]).toEqual([6, [3]]);
  });

  test('the trace cursor waits for a recent block through any number of node failures', async () => {
    const there = world(free);
    await there.follow(branch([1, 3]));
    const { traceCursor, step } = await there.take(async () => {
      throw getFailure({ code: -32603, message: 'internal error' });
    });
    for (let i = 0; i < 30; i++) await expect(step()).rejects.toThrow(NodeRefused);
    expect(traceCursor.state.number).toBe(0);
  });

  test('the trace cursor keeps the blocks before one that fails with the node down', async () => {
    const there = world(free);
    const blocks = branch([1, 8]);
    await there.follow(blocks);
    const { traceCursor, step } = await there.take(async ({ number, hash: of }) => {
      if (Number(number) === 3) throw new NodeDown('down');
      return blocks.find(({ block }) => block.hash === of)?.internalTxs as InternalTransaction[];
    });
    await step();
    expect(traceCursor.state.number).toBe(2);
    await expect(step()).rejects.toThrow(NodeDown);
  });

  test('blocks are traced one at a time during a backfill, and four at a time otherwise', async () => {
    const there = world(free);
    const blocks = branch([1, 8]);
    await there.follow(blocks);
    let [inFlight, most] = [0, 0];
    const { step } = await there.take(async ({ hash: of }) => {
      most = Math.max(most, ++inFlight);
      await new Promise(setImmediate);
      inFlight -= 1;
      return blocks.find(({ block }) => block.hash === of)?.internalTxs as InternalTransaction[];
    });
    there.backfill({ from: 0, to: 0 });
    await step();
    expect(most).toBe(1);
    there.backfill(undefined);
    await step();
    expect(most).toBe(4);
  });

  test('stored traces are used for blocks that the node no longer has', async () => {
    const there = world(free);
    const blocks = branch([1, 8]);
    await there.follow(blocks);
    for (const { block, internalTxs = [] } of blocks) there.bucket.set(block.hash, internalTxs);
    const { step } = await there.take(async () => {
      throw getFailure({ code: -32_000, message: 'missing trie node' });
    });
    while ((await step()) !== 'idle');
    expect(await there.all()).toEqual(await fromScratch(blocks));
  });

  test('tracing is turned off, and the time recorded, when the node supports no method', async () => {
    const there = world(free);
    await there.follow(branch([1, 8]));
    const { traceCursor, step } = await there.take(async () => 'unsupported');
    expect(await step()).toBe('off');
    expect(traceCursor.state).toMatchObject({ number: 0, offAt: expect.any(Number) });
  });
});
