import pLimit from 'p-limit';
import { isAhead, msSince } from '../../core/domain/stored-time';
import { NodeError } from '../../core/node/errors';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import { type BackfillJob, getLast, jobFor, recentSpeed } from '../domain/backfill-job';
import type { BlockHeader } from '../domain/block';
import { SLICE_BLOCKS } from '../domain/history-plan';
import { ahead } from '../follower/ahead';
import { getCursor } from '../follower/cursor-of';
import type { BlockIndexer, BlockSummary, InHistory } from '../kind';
import { getJobs, type HeldJob, joinCounts, takeJob } from '../rows/backfill-jobs';
import type { BackfillDeps } from './backfill-deps';
import { MAX_SLICE_ROWS, WRITE_TIMEOUT_MS, writeSlice } from './backfill-slice';
import { type HiddenHistory, hideUnwritten } from './hidden-history';

/** Bytes of JSON that end a slice: two slices are in memory at once. */
const MAX_SLICE_BYTES = 6_000_000;

/** Trailing heights checked for having no block. */
const MAX_EMPTY_END = 16;

type Outcome = 'idle' | 'advanced';

/** Works on a job until done, `stop()`, a non-final block, or the follower's first block. */
export async function runJob<Raw>(deps: BackfillDeps<Raw>, stop: () => boolean): Promise<Outcome> {
  const { chain, table, source, worker } = deps;
  const { chainId } = chain;
  const found = jobFor(worker, await getJobs(table, chainId));
  if (!found) return 'idle';
  const held = await takeJob(table, chainId, found, worker);
  if (!held) return 'advanced';
  const cursor = await getCursor(table, chainId);
  if (!cursor) return 'idle';
  await writesEnded(deps, held);
  const hidden = await hideUnwritten(deps, held.job, cursor);
  const to = getLast(found, cursor.start);
  try {
    const before = held.job.next;
    if (before <= to) {
      await source.checkIdentity();
      const head = await source.head();
      const final = head.number - chain.finalityDepth;
      if (before > final) return await recordError(held, `block ${before} is not final yet`);
      await fill(deps, { held, hidden }, { to: Math.min(to, final), head, final }, stop);
    }
    if (held.job.next <= to) return held.job.next > before ? 'advanced' : 'idle';
    await finish(deps, held);
    return 'advanced';
  } catch (error) {
    if (error instanceof NodeError || error instanceof BrokenHistory) await recordError(held, error.message);
    throw error;
  }
}

class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory';
}

interface Range {
  readonly to: number;
  readonly head: BlockHeader;
  readonly final: number;
}

async function fill<Raw>(
  deps: BackfillDeps<Raw>,
  { held, hidden }: { readonly held: HeldJob; readonly hidden: HiddenHistory },
  { to, head, final }: Range,
  stop: () => boolean,
): Promise<void> {
  const {
    source,
    indexer,
    table: { meter },
    timer: { now, steady },
  } = deps;
  const { next, from } = held.job;
  let count = next === from ? 0 : held.job.cumulative;
  let { hash } = held.job;
  // From an earlier worker. This worker checks the unchecked rows of its own slices itself.
  const left = held.job.unchecked;
  let [began, units] = [steady(), meter.writeUnits];
  const inTurn = pLimit(1);
  const write = async (slice: readonly Raw[], before: Promise<void>, cumulative: number) => {
    const blocks = slice.map(indexer.summary);
    const last = blocks.at(-1);
    if (!last) return;
    const isLeft = left !== undefined && (blocks[0]?.number ?? 0) <= left.to;
    const unchecked = { since: isLeft ? left.since : undefined, note: noting(held, last.number, now) };
    await writeSlice(deps, slice, { cumulative, head, final, unchecked, turn: () => before }, inTurn);
    await before;
    const speed = recentSpeed(held.job.speed, slice.length, steady() - began);
    const writeUnits = held.job.writeUnits + meter.writeUnits - units;
    [began, units] = [steady(), meter.writeUnits];
    await held.set({
      next: last.number + 1,
      cumulative: cumulative + transactionsIn(blocks),
      hash: last.hash,
      speed,
      writeUnits,
      ...(held.job.next === from && blocks[0] ? { parent: blocks[0].parentHash } : {}),
      ...(last.number >= (held.job.unchecked?.to ?? last.number) ? { unchecked: undefined } : {}),
      lastError: undefined,
    });
    await hidden.update(held.job);
  };
  // A slice's own rows are written while the previous slice finishes; the job advances in order.
  let [before, current]: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  try {
    for await (const slice of slices(ahead(source, indexer, { from: next, to, final }), indexer)) {
      const blocks = slice.map(indexer.summary);
      const [first, last] = [blocks[0], blocks.at(-1)];
      if (!first || !last) break;
      if (hash !== undefined && first.parentHash !== hash)
        throw new BrokenHistory(
          `history does not connect: the parent of block ${first.number} is not the last indexed block`,
        );
      [before, current] = [current, write(slice, current, count)];
      // Awaited with the next slice; until then a rejection must not count as unhandled.
      current.catch(() => undefined);
      await before;
      count += transactionsIn(blocks);
      hash = last.hash;
      if (stop()) break;
    }
    await current;
    const { next: rest } = held.job;
    if (rest <= to && to - rest < MAX_EMPTY_END && (await source.blocks(rest, to, final)).length === 0)
      await held.set({ next: to + 1 });
  } finally {
    // No write may be in flight once this throws.
    await Promise.allSettled([before, current]);
  }
}

const transactionsIn = (blocks: readonly BlockSummary[]): number =>
  blocks.reduce((sum, { transactions }) => sum + transactions, 0);

const noting =
  (held: HeldJob, to: number, now: () => number): InHistory['unchecked']['note'] =>
  (block) => {
    const before = held.job.unchecked ?? { since: block, to };
    const unchecked = { since: Math.min(block, before.since), to: Math.max(to, before.to), at: now() };
    return held.set({ unchecked });
  };

async function writesEnded<Raw>({ timer }: BackfillDeps<Raw>, { job: { unchecked } }: HeldJob): Promise<void> {
  if (!unchecked) return;
  const [at, now] = [unchecked.at, timer.now()];
  // Stored by a clock that ran ahead: possibly just now.
  const left = isAhead(at, now) ? WRITE_TIMEOUT_MS : WRITE_TIMEOUT_MS - msSince(at, now);
  if (left > 0) await timer.sleep(left);
}

async function* slices<Raw>(
  batches: AsyncIterable<readonly Raw[]>,
  { summary, cost }: Pick<BlockIndexer<Raw>, 'summary' | 'cost'>,
): AsyncGenerator<Raw[]> {
  let slice: Raw[] = [];
  let [rows, bytes] = [0, 0];
  for await (const raws of batches)
    for (const raw of raws) {
      slice.push(raw);
      const added = cost(raw);
      [rows, bytes] = [rows + added.rows, bytes + added.bytes];
      const isFull = rows >= MAX_SLICE_ROWS || bytes >= MAX_SLICE_BYTES;
      if (!isFull && (summary(raw).number + 1) % SLICE_BLOCKS !== 0) continue;
      yield slice;
      slice = [];
      [rows, bytes] = [0, 0];
    }
  if (slice.length > 0) yield slice;
}

/** Joins the counts before marking the job as done: a crash in between repeats it. */
async function finish<Raw>({ chain, table, timer }: BackfillDeps<Raw>, held: HeldJob): Promise<void> {
  const { from, to, cumulative, startedAt } = held.job;
  await connects(table, chain.chainId, held.job);
  await held.set({ transactions: cumulative });
  await joinCounts(table, chain.chainId);
  await held.set({ doneAt: timer.now(), lastError: undefined });
  const seconds = Math.round(msSince(startedAt, timer.now()) / 1_000);
  log.info('backfill done', { chainId: chain.chainId, from, to, seconds });
}

/** Throws BrokenHistory if an adjacent range was read from another branch. */
async function connects(table: Table, chain: string, { from, to, hash, parent }: BackfillJob): Promise<void> {
  const jobs = await getJobs(table, chain);
  const below = jobs.find((job) => job.to === from - 1 && job.doneAt !== undefined);
  const above = jobs.find((job) => job.from === to + 1);
  const differ = (a: string | undefined, b: string | undefined) => a !== undefined && b !== undefined && a !== b;
  if (differ(below?.hash, parent) || differ(hash, above?.parent))
    throw new BrokenHistory(
      `history does not connect: block ${differ(hash, above?.parent) ? to + 1 : from} does not build on the block indexed before it. Restart the ranges on both sides (--again)`,
    );
}

async function recordError(held: HeldJob, lastError: string): Promise<'idle'> {
  if (held.job.lastError !== lastError) await held.set({ lastError });
  return 'idle';
}
