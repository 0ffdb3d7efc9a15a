import { NodeDown } from '../../core/node/errors';
import type { BlockHeader } from '../domain/block';
import { ahead } from './ahead';
import { withFetchSpans } from './block-spans';
import { atHead, type FollowerDeps } from './deps';
import { finishIndexing, indexBlocks } from './index-blocks';
import { followPublished } from './published-blocks';
import { findOrphans, finishRollback, OtherChain, rollBack, TooDeep } from './rollback';
import { storedBlocks } from './stored-blocks';

type Outcome = 'idle' | 'advanced';

/** Finishes work that a crash interrupted, from the bucket, before the first call to the node. */
export async function recover<Raw>(deps: FollowerDeps<Raw>): Promise<void> {
  const { lease, store } = deps;
  const { pending } = lease.cursor;
  if (pending?.kind === 'rollback') await finishRollback(deps, pending.blocks);
  if (pending?.kind === 'index')
    await finishIndexing(deps, await Promise.all(pending.blocks.map((block) => store.get(block))));
}

/**
 * Only a hash that differs from ours proves a reorg: a new block's parent, or a head at or below
 * ours. A lower head alone may be a lagging node. Throws OtherChain.
 */
export async function poll<Raw>(deps: FollowerDeps<Raw>, stop: () => boolean): Promise<Outcome> {
  const head = await deps.source.head();
  try {
    return await followTo(deps, head, stop);
  } catch (error) {
    if (error instanceof OtherChain || error instanceof TooDeep)
      deps.lease.strayed({ head: head.number, headTime: head.time });
    throw error;
  }
}

async function followTo<Raw>(deps: FollowerDeps<Raw>, head: BlockHeader, stop: () => boolean): Promise<Outcome> {
  const { chain, lease, indexer, idleWork } = deps;
  const seenHead = { head: head.number, headTime: head.time };
  const { cursor } = lease;
  const [published] = cursor.published ?? [];
  if (published && published.number <= cursor.number + 1) {
    await followPublished(deps, seenHead);
    return 'advanced';
  }
  if (head.number > cursor.number) {
    const to = Math.min(head.number, (published?.number ?? Number.POSITIVE_INFINITY) - 1);
    const heights = { from: cursor.number + 1, to, final: head.number - chain.finalityDepth };
    for await (const stored of storedBlocks(deps, ahead(withFetchSpans(deps, head), indexer, heights), head.number)) {
      const [first] = stored;
      if (first && leavesOurs(indexer.summary(first).parentHash, lease.cursor.hash))
        // Awaited here: a rejection while leaving the loop would end the process.
        return await followBranch(deps, head.number);
      await indexBlocks(deps, stored, seenHead);
      if (stop()) break;
      await idleWork.runIfDue(atHead(deps));
    }
    return 'advanced';
  }
  const ours = await getOurHash(head, deps);
  if (ours !== undefined && ours !== head.hash) {
    // A branch that ends this far below our head would replace final blocks.
    if (head.number < cursor.number - chain.finalityDepth)
      throw new OtherChain(`the node's head is block ${head.number}, and its hash differs from ours`);
    return followBranch(deps, head.number);
  }
  if (ours === undefined && cursor.hash !== undefined && head.number < cursor.start)
    throw new NodeDown(
      `the node's head is block ${head.number}, below our first block ${cursor.start}: it is still syncing, or serves another chain`,
    );
  await lease.polled(seenHead, ours !== undefined);
  await idleWork.run(atHead(deps));
  return 'idle';
}

// Throws NodeDown if the node still serves all our blocks: it mixes two branches, usually for a
// moment, or permanently if its data is corrupt.
async function followBranch<Raw>(deps: FollowerDeps<Raw>, head: number): Promise<Outcome> {
  const orphans = await findOrphans(deps, head);
  if (orphans.length === 0)
    throw new NodeDown(
      `the node's blocks do not connect: it serves our block ${deps.lease.cursor.number} and also a block of another branch`,
    );
  await rollBack(deps, orphans);
  return 'advanced';
}

async function getOurHash<Raw>(
  { number }: BlockHeader,
  { lease, indexer }: FollowerDeps<Raw>,
): Promise<string | undefined> {
  const { cursor } = lease;
  if (number === cursor.number) return cursor.hash;
  const [found] = await indexer.hashesDown(number, 1);
  return found?.number === number ? found.hash : undefined;
}

const leavesOurs = (parentHash: string, ours: string | undefined): boolean => ours !== undefined && parentHash !== ours;
