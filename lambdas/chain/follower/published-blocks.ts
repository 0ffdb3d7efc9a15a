import { log } from '../../core/runtime/log';
import type { SeenHead } from '../domain/cursor';
import type { FollowerDeps } from './deps';
import { indexBlocks } from './index-blocks';
import { rollBack } from './rollback';

const MAX_BLOCKS = 16;

/**
 * Follows the branch that was published before the table was restored, whether or not the node still has it. The rest
 * is forgotten where it does not build on the cursor.
 */
export async function followPublished<Raw>(deps: FollowerDeps<Raw>, head: SeenHead): Promise<void> {
  const { chain, lease, store, indexer } = deps;
  const { number, hash, start, published = [] } = lease.cursor;
  const from = Math.max(start, published[0]?.number ?? number);
  const kept = new Set(published.map((block) => block.hash));
  const ours = number < from ? [] : await indexer.hashesDown(number, number - from + 1);
  const orphans = ours.filter((block) => block.number >= from && !kept.has(block.hash)).toReversed();
  if (orphans.length > chain.finalityDepth) return lease.forgetPublished();
  if (orphans.length > 0) return rollBack(deps, orphans);
  const next = published.filter((block) => block.number > number).slice(0, MAX_BLOCKS);
  const stored = await Promise.all(next.map((block) => store.get(block))).catch((error: unknown) => {
    log.warn('published block not in the bucket', { chainId: chain.chainId, block: number + 1, error });
    return [];
  });
  const [first] = stored;
  if (first === undefined || (hash !== undefined && indexer.summary(first).parentHash !== hash))
    await lease.forgetPublished();
  else await indexBlocks(deps, stored, head);
}
