import type { Place } from '../adapters/dynamo/lease';
import { derive } from '../domain/evm/derive';
import type { BlockRef } from '../domain/evm/rpc';
import { publish, type Workshop } from './index-blocks';

/** The node's branch leaves ours deeper than the chain's finality, or we cannot see where. */
export class TooDeep extends Error {}

/**
 * Our blocks that the node's branch does not have, ascending. `head` is the node's highest block. Called only with a
 * differing parent hash in hand; a height at which the node has no block is then an orphan too.
 */
export async function findOrphans({ chain, lease, rows, blocks }: Workshop, head: number): Promise<BlockRef[]> {
  const { cursor } = lease;
  // One more than may go: the block that must still be common.
  const ours = await rows.hashesDown(cursor.number, chain.finalityDepth + 1);
  const theirs = await blocks.hashes(ours.map((block) => block.number).filter((number) => number <= head));
  const hashAt = new Map(ours.filter((block) => block.number <= head).map((block, i) => [block.number, theirs[i]]));
  const common = ours.findIndex((block) => hashAt.get(block.number) === block.hash);
  const reachedStart = ours.at(-1)?.number === cursor.start && ours.length <= chain.finalityDepth;
  if (common === -1 && !reachedStart)
    throw new TooDeep(
      `reorg deeper than ${chain.finalityDepth} blocks below ${cursor.number}: the chain is halted. Check the node; if its branch is right, raise finalityDepth`,
    );
  return (common === -1 ? ours : ours.slice(0, common)).toReversed();
}

/** Begins and finishes a rollback of these blocks. */
export async function rollBack(workshop: Workshop, orphans: readonly BlockRef[]): Promise<void> {
  await workshop.lease.beginRollback(orphans);
  await finishRollback(workshop, orphans);
}

/** From `pending` on: what a redo after a crash does again. Facts go first, head first; the cursor is lowered last. */
export async function finishRollback(workshop: Workshop, orphans: readonly BlockRef[]): Promise<void> {
  const { chain, lease, rows, raw } = workshop;
  const [lowest] = orphans;
  if (!lowest) return;
  const ancestor = lowest.number - 1;
  // Keys do not depend on the running count, so any will do.
  const derived = await Promise.all(orphans.map(async (block) => derive(await raw.get(chain.chainId, block), 0)));
  const headFirst = derived.toReversed();
  for (const orphan of headFirst) await rows.remove(orphan);
  await rows.correctWitnesses(derived, ancestor);
  await publish(
    workshop,
    'removed',
    headFirst,
    await Promise.all(headFirst.map(({ block }) => rows.incarnationOf(block.hash))),
  );
  const below: Place = { number: ancestor, time: 0, cumulative: 0 };
  await lease.lower((await rows.place(ancestor)) ?? below);
}
