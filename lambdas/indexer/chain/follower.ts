import { sleep } from '../../adapters/clock';
import type { Head } from '../../adapters/evm/blocks';
import { ahead } from './ahead';
import { finishIndexing, indexBlocks, storedBlocks, type Workshop } from './index-blocks';
import { findOrphans, finishRollback, rereadHoldings, rollBack } from './rollback';

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
  const { chain, lease, blocks, rows } = workshop;
  const head = await blocks.head();
  const seen = { head: head.number, headTime: head.time };
  const { cursor } = lease;
  if (head.number > cursor.number) {
    const heights = { from: cursor.number + 1, to: head.number, final: head.number - chain.finalityDepth };
    for await (const stored of storedBlocks(workshop, ahead(blocks, heights), head.number)) {
      if (leavesOurs(stored[0]?.block.parentHash, lease.cursor.hash)) return followBranch(workshop, head.number);
      await indexBlocks(workshop, stored, seen);
      if (stop()) break;
    }
    return 'advanced';
  }
  const parent = await parentOf(head, workshop);
  if (parent !== undefined && leavesOurs(head.parentHash, parent)) return followBranch(workshop, head.number);
  await lease.polled(seen, parent !== undefined || head.hash === cursor.hash);
  const owed = await rows.owedHoldings();
  if (owed.length > 0) await rereadHoldings(workshop, owed, cursor);
  return 'idle';
}

/** Goes down to where the node's branch leaves ours. Nothing to go down to: the node showed two branches at once. */
async function followBranch(workshop: Workshop, head: number): Promise<Look> {
  const orphans = await findOrphans(workshop, head);
  await rollBack(workshop, orphans);
  return orphans.length > 0 ? 'advanced' : 'idle';
}

/** The hash that we have below a head that is not above ours; undefined where it is too low to tell. */
async function parentOf({ number, hash }: Head, { chain, lease, rows }: Workshop): Promise<string | undefined> {
  const { cursor } = lease;
  if (hash === cursor.hash || number <= cursor.start || number < cursor.number - chain.finalityDepth) return undefined;
  return (await rows.hashesDown(number - 1, 1))[0]?.hash;
}

const leavesOurs = (parentHash: string | undefined, ours: string | undefined): boolean =>
  ours !== undefined && parentHash !== ours;

/** Longest sleep between two looks at whether to stop, ms. */
const NAP = 1_000;

/** Waits for the next look, or until it is time to stop. */
export async function pause({ chain }: Workshop, stop: () => boolean): Promise<void> {
  for (let left = chain.pollIntervalMs; left > 0 && !stop(); left -= NAP) await sleep(Math.min(left, NAP));
}
