import { sleep } from '../adapters/clock';
import type { Head, Pair } from '../adapters/evm/blocks';
import { finishIndexing, indexBlocks, type Workshop } from './index-blocks';
import { findOrphans, finishRollback, rollBack } from './rollback';

/** Blocks fetched in one request, and indexed under one move of the cursor. */
const BATCH = 16;
/** Requests of blocks under way at once. */
const AHEAD = 4;

/** What the follower of a chain did in one look at the node. */
type Look = 'idle' | 'advanced';

/** Finishes what a crash left half done: from the bucket, before the node is asked anything. */
export async function recover(workshop: Workshop): Promise<void> {
  const { chain, lease, raw } = workshop;
  const { pending } = lease.cursor;
  if (pending?.kind === 'rollback') await finishRollback(workshop, pending.blocks);
  if (pending?.kind === 'index')
    await finishIndexing(workshop, await Promise.all(pending.blocks.map((block) => raw.get(chain.chainId, block))));
}

/**
 * Looks at the node once and follows it to its head. The only proof of a reorg is a parent hash that differs from ours;
 * a lower head alone may be a node that lags, and is waited for. Stops early when `stop()` says so.
 */
export async function look(workshop: Workshop, stop: () => boolean): Promise<Look> {
  const { lease, blocks, rows } = workshop;
  const head = await blocks.head();
  const seen = { head: head.number, headTime: head.time };
  const { cursor } = lease;
  if (head.number > cursor.number) {
    for await (const pairs of ahead(workshop, cursor.number + 1, head.number)) {
      if (leavesOurs(pairs[0]?.block.parentHash, lease.cursor.hash)) {
        await rollBack(workshop, await findOrphans(workshop, head.number));
        return 'advanced';
      }
      await indexBlocks(workshop, pairs, seen);
      if (stop()) break;
    }
    return 'advanced';
  }
  if (!(await isOurs(head, workshop))) {
    await rollBack(workshop, await findOrphans(workshop, head.number));
    return 'advanced';
  }
  await lease.polled(seen);
  return 'idle';

  /** The head stands on a block of ours, or so low that we cannot tell. */
  async function isOurs({ number, hash, parentHash }: Head, { chain }: Workshop): Promise<boolean> {
    if (number === cursor.number && hash === cursor.hash) return true;
    if (number <= cursor.start) return true;
    if (number < cursor.number - chain.finalityDepth) return true;
    const [parent] = await rows.hashesDown(number - 1, 1);
    return parent === undefined || !leavesOurs(parentHash, parent.hash);
  }
}

const leavesOurs = (parentHash: string | undefined, ours: string | undefined): boolean =>
  ours !== undefined && parentHash !== ours;

/** Batches of blocks in order, fetched some requests ahead of the one that is being indexed. */
async function* ahead({ blocks }: Workshop, from: number, to: number): AsyncGenerator<Pair[]> {
  const requests: Promise<Pair[]>[] = [];
  let next = from;
  const refill = () => {
    while (requests.length < AHEAD && next <= to) {
      const request = blocks.pairs(next, Math.min(next + BATCH - 1, to));
      // Awaited in its turn; until then a failure must not count as unhandled.
      request.catch(() => undefined);
      requests.push(request);
      next += BATCH;
    }
  };
  let parent: string | undefined;
  for (refill(); requests.length > 0; refill()) {
    const pairs = await requests.shift();
    if (!pairs) return;
    // The node changed its branch while we fetched: what is contiguous is good, the rest is looked at anew.
    const broken = pairs.findIndex(({ block }, i) => {
      const before = i === 0 ? parent : pairs[i - 1]?.block.hash;
      return before !== undefined && block.parentHash !== before;
    });
    if (broken === 0) return;
    yield broken === -1 ? pairs : pairs.slice(0, broken);
    if (broken !== -1) return;
    parent = pairs.at(-1)?.block.hash;
  }
}

/** Waits for the next look. */
export const pause = ({ chain }: Workshop): Promise<void> => sleep(chain.pollIntervalMs);
