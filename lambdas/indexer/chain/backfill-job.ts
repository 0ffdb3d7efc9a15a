import { countAt, type HeldJob, jobsOf, setBase, takeJob } from '../../adapters/dynamo/chain/backfill-jobs';
import type { Head, Pair } from '../../adapters/evm/blocks';
import { NodeDown, NodeError } from '../../adapters/node/errors';
import { lastOf } from '../../domain/chain/backfill-job';
import { cursorOf, type Desk, writeSlice } from '../evm/backfill-slice';
import { ahead } from './ahead';

/** A slice ends at a round number, so that overlapping jobs make the same objects. */
const SLICE = 100;
/** Or where so many transactions and logs are in it: what memory and one move of the job should hold. */
const ROWS = 3_000;

/** What came of one look for work. */
type Did = 'idle' | 'advanced';

/**
 * Works at the first unfinished job until it is done, until its next block is not final yet, or until `stop()`. The
 * blocks from the follower's first on are the follower's, and are left to it.
 */
export async function workOff(desk: Desk, stop: () => boolean): Promise<Did> {
  const { chain, table, blocks } = desk;
  const { chainId } = chain;
  const found = (await jobsOf(table, chainId)).find(({ doneAt }) => doneAt === undefined);
  const cursor = await cursorOf(table, chainId);
  if (!found || !cursor) return 'idle';
  const held = await takeJob(table, chainId, found);
  if (!held) return 'idle';
  const to = lastOf(found, cursor.start);
  try {
    const before = held.job.next;
    if (before <= to) {
      const answered = await blocks.chainId();
      if (answered !== chainId) throw new NodeDown(`the node is of chain ${answered}, not of chain ${chainId}`);
      const head = await blocks.head();
      const final = head.number - chain.finalityDepth;
      if (before > final) return await waits(held, `block ${before} is not final yet`);
      await fill(desk, held, { to: Math.min(to, final), head, final }, stop);
    }
    if (held.job.next <= to) return held.job.next > before ? 'advanced' : 'idle';
    await finish(desk, held, cursor.start);
    return 'advanced';
  } catch (error) {
    if (error instanceof NodeError || error instanceof Torn) await waits(held, error.message);
    throw error;
  }
}

/** The node's history does not stand on what was written of it. */
class Torn extends Error {}

interface Range {
  readonly to: number;
  readonly head: Head;
  readonly final: number;
}

async function fill(desk: Desk, held: HeldJob, { to, head, final }: Range, stop: () => boolean): Promise<void> {
  const { chain, table, blocks } = desk;
  const { next, from } = held.job;
  let count = next === from ? await countAt(table, chain.chainId, from - 1) : held.job.cumulative;
  let began = Date.now();
  for await (const slice of slices(ahead(blocks, { from: next, to, final }))) {
    const [first, last] = [slice[0]?.block, slice.at(-1)?.block];
    if (!first || !last) return;
    const { hash } = held.job;
    if (hash !== undefined && first.parentHash !== hash)
      throw new Torn(`block ${Number(first.number)} of the node does not stand on the one before it as it was written`);
    count = await writeSlice(desk, slice, count, head, final);
    const speed = Math.round((slice.length * 10_000) / Math.max(1, Date.now() - began)) / 10;
    began = Date.now();
    await held.set({ next: Number(last.number) + 1, cumulative: count, hash: last.hash, speed, trouble: undefined });
    if (stop()) return;
  }
}

async function* slices(batches: AsyncIterable<readonly Pair[]>): AsyncGenerator<Pair[]> {
  let slice: Pair[] = [];
  let rows = 0;
  for await (const pairs of batches)
    for (const pair of pairs) {
      slice.push(pair);
      rows += pair.receipts.reduce((sum, { logs }) => sum + 1 + logs.length, 0);
      if (rows < ROWS && (Number(pair.block.number) + 1) % SLICE !== 0) continue;
      yield slice;
      slice = [];
      rows = 0;
    }
  if (slice.length > 0) yield slice;
}

/** The count that the follower's own goes on from is told before the job is done: a crash in between tells it again. */
async function finish({ chain, table }: Desk, held: HeldJob, start: number): Promise<void> {
  const { from, to, next, cumulative, startedAt } = held.job;
  if (next === start && from < start) await setBase(table, chain.chainId, cumulative);
  await held.set({ doneAt: Date.now(), trouble: undefined });
  const seconds = Math.round((Date.now() - startedAt) / 1_000);
  console.info({ chainId: chain.chainId, message: `backfilled the blocks ${from} to ${to}`, seconds });
}

async function waits(held: HeldJob, trouble: string): Promise<'idle'> {
  if (held.job.trouble !== trouble) await held.set({ trouble });
  return 'idle';
}
