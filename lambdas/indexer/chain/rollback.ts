import type { Place } from '../../adapters/dynamo/chain/lease';
import type { BlockRef } from '../../domain/chain/block';
import { type AddressRow, type BlockRow, derive } from '../../domain/evm/derive';
import { amountOf, type Holding, questionId, questionsOf, touchedHoldings } from '../../domain/tokens/holdings';
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
  const newest = await rows.hashesDown(cursor.number, chain.finalityDepth + 1);
  // Below stand a backfill's blocks: they were final when they were written, and no raw block of theirs stands alone.
  const ours = newest.filter((block) => block.number >= cursor.start);
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
  const [lowest] = orphans;
  if (!lowest) return;
  const below = await workshop.rows.place(lowest.number - 1);
  await workshop.lease.beginRollback(orphans, below?.time ?? 0);
  await finishRollback(workshop, orphans);
}

/** Orphans that are held in memory at once: a deep reorg of large blocks must fit a small function. */
const SLICE = 8;

/** From `pending` on: what a redo after a crash does again. Facts go first, head first; the cursor is lowered last. */
export async function finishRollback(workshop: Workshop, orphans: readonly BlockRef[]): Promise<void> {
  const { chain, lease, rows, raw, internals, nfts, tokens } = workshop;
  const [lowest] = orphans;
  if (!lowest) return;
  const ancestor = lowest.number - 1;
  await internals.lower(ancestor);
  const headFirst = orphans.toReversed();
  const removed: BlockRow[] = [];
  const touched: AddressRow[] = [];
  const held = new Map<string, Holding>();
  for (let from = 0; from < headFirst.length; from += SLICE) {
    const slice = headFirst.slice(from, from + SLICE);
    for (const stored of await Promise.all(slice.map((block) => raw.get(chain.chainId, block)))) {
      // Keys do not depend on the running count, so any will do.
      const orphan = derive(stored, 0);
      await rows.remove(orphan);
      await nfts.takeBack([orphan], ancestor);
      const internal = await internals.remove(orphan);
      await tokens.forget([...orphan.deployments.map(({ contract }) => contract), ...internal.contracts]);
      removed.push(orphan.block);
      touched.push(...orphan.addresses, ...internal.addresses);
      for (const holding of touchedHoldings(orphan.transfers)) held.set(questionId(holding), holding);
    }
  }
  await rows.correctWitnesses(touched, ancestor);
  const below: Place = (await rows.place(ancestor)) ?? { number: ancestor, time: 0, cumulative: 0 };
  await rereadHoldings(workshop, [...held.values()], below);
  const incarnations = await Promise.all(removed.map(({ hash }) => rows.incarnationOf(hash)));
  await publish(workshop, 'removed', removed, incarnations);
  await lease.lower(below);
}

/** Asks tokens anew, at the block that the chain goes back to. While the node is down the answers are owed. */
export async function rereadHoldings(
  { blocks, rows, lease }: Workshop,
  holdings: readonly Holding[],
  { number, hash }: Pick<Place, 'number' | 'hash'>,
): Promise<void> {
  const ask = hash && blocks.holdings({ number, hash }, questionsOf(holdings), lease.cursor.head);
  const readings = ask ? await ask.catch(() => undefined) : undefined;
  await rows.writeHoldings(holdings.map((holding) => ({ holding, amount: amountOf(holding, number, readings) })));
}
