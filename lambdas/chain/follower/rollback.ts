import { NodeDown } from '../../core/node/errors';
import type { BlockRef } from '../domain/block';
import type { Position } from '../domain/cursor';
import type { BlockIndexer, BlockSource, BlockSummary } from '../kind';
import { atHead, type FollowerDeps } from './deps';
import { publish } from './index-blocks';

/** A fork deeper than the chain's finality, or on a chain without reorgs. */
export class TooDeep extends Error {
  override readonly name = 'TooDeep';
}

/** Nothing is rolled back; the chain recovers once the node is right. */
export class OtherChain extends NodeDown {
  override readonly name = 'OtherChain';
  constructor(found: string) {
    super(
      `the node serves another chain, or one that began anew: ${found}. Point it at the right node; for a chain that was reset, start local mode with --fresh, or deploy it with a data set of its own`,
    );
  }
}

/**
 * Our blocks that are not on the node's branch, ascending. Call only after a hash differed: a
 * height without a block at the node counts as an orphan. Throws TooDeep, or OtherChain.
 */
export async function findOrphans<Raw>(
  { chain, lease, indexer, source }: FollowerDeps<Raw>,
  head: number,
): Promise<BlockRef[]> {
  const { cursor } = lease;
  // One more than may be rolled back: that block must be common.
  const newest = await indexer.hashesDown(cursor.number, chain.finalityDepth + 1);
  // Blocks below `start` belong to a backfill: final, and without raw objects of their own.
  const ours = newest.filter((block) => block.number >= cursor.start);
  const theirs = await source.hashes(ours.map((block) => block.number).filter((number) => number <= head));
  const hashAt = new Map(ours.filter((block) => block.number <= head).map((block, i) => [block.number, theirs[i]]));
  const common = ours.findIndex((block) => hashAt.get(block.number) === block.hash);
  const reachedStart = ours.at(-1)?.number === cursor.start && ours.length <= chain.finalityDepth;
  if (common === -1 && (await hasOtherGenesis(indexer, source)))
    throw new OtherChain("its genesis block's hash differs from ours");
  if (common !== 0 && !indexer.revert)
    throw new TooDeep(
      `the node has a different block ${cursor.number}, on a chain that never reorganises: the chain is halted. Check the node`,
    );
  if (common === -1 && !reachedStart)
    throw new TooDeep(
      `reorg deeper than ${chain.finalityDepth} blocks below ${cursor.number}: the chain is halted. Check the node; if its branch is right, raise finalityDepth`,
    );
  return (common === -1 ? ours : ours.slice(0, common)).toReversed();
}

async function hasOtherGenesis<Raw>(
  indexer: Pick<BlockIndexer<Raw>, 'hashesDown'>,
  source: Pick<BlockSource<Raw>, 'hashes'>,
): Promise<boolean> {
  const [ours] = await indexer.hashesDown(0, 1);
  return ours !== undefined && (await source.hashes([0]))[0] !== ours.hash;
}

async function positionBelow<Raw>(
  indexer: Pick<BlockIndexer<Raw>, 'hashesDown' | 'positionAt'>,
  number: number,
): Promise<Position | undefined> {
  const at = await indexer.positionAt(number);
  if (at) return at;
  const [below] = await indexer.hashesDown(number, 1);
  return below && indexer.positionAt(below.number);
}

export async function rollBack<Raw>(deps: FollowerDeps<Raw>, orphans: readonly BlockRef[]): Promise<void> {
  const [lowest] = orphans;
  if (!lowest) return;
  const below = await positionBelow(deps.indexer, lowest.number - 1);
  await deps.lease.beginRollback(orphans, below?.time ?? 0);
  await finishRollback(deps, orphans);
}

/** A deep reorg of large blocks must fit into a small function. */
const MAX_ORPHANS_IN_MEMORY = 8;

/** Repeated after a crash. Facts go first, from the head down; the cursor is lowered last. */
export async function finishRollback<Raw>(deps: FollowerDeps<Raw>, orphans: readonly BlockRef[]): Promise<void> {
  const { lease, indexer, store, records } = deps;
  const [lowest] = orphans;
  if (!lowest) return;
  const ancestor = lowest.number - 1;
  const reversal = await indexer.revert?.(ancestor, atHead(deps));
  if (!reversal) throw new TooDeep('rollback pending on a chain that never reorganises');
  const headFirst = orphans.toReversed();
  const removed: BlockSummary[] = [];
  for (let from = 0; from < headFirst.length; from += MAX_ORPHANS_IN_MEMORY) {
    const raws = await Promise.all(
      headFirst.slice(from, from + MAX_ORPHANS_IN_MEMORY).map((block) => store.get(block)),
    );
    await reversal.facts(raws);
    removed.push(...raws.map(indexer.summary));
  }
  const below: Position = (await positionBelow(indexer, ancestor)) ?? { number: ancestor, time: 0, cumulative: 0 };
  await reversal.summaries(below);
  const incarnations = await Promise.all(removed.map(({ hash }) => records.getIncarnation(hash)));
  await publish(deps, 'removed', removed, incarnations);
  await lease.lower(below, removed.length);
}
