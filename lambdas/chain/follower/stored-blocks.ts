import type { FollowerDeps } from './deps';

/**
 * Batches of blocks as stored in the bucket: stored first, when no reader can see them. The next batch is prepared and
 * stored while the caller works on the one before. A failure of the node comes after every batch before it: in
 * other batches, what the bucket has of them would be without their balances.
 */
export async function* storedBlocks<Raw>(
  deps: Pick<FollowerDeps<Raw>, 'indexer' | 'store' | 'lease'>,
  batches: AsyncIterable<readonly Raw[]>,
  head: number,
): AsyncGenerator<Raw[]> {
  let storing: Promise<Raw[]> | undefined;
  let failure: unknown;
  const given = untilFailure(batches, (error) => {
    failure = error;
  });
  try {
    for await (const blocks of given) {
      const before = storing;
      // One after the other: questions answered with one batch need not be asked with the next.
      storing = (before ?? Promise.resolve()).then(() => storeBlocks(deps, blocks, head));
      // Awaited later; until then a failure must not count as an unhandled rejection.
      storing.catch(() => undefined);
      if (before) yield await before;
    }
    if (storing) yield await storing;
    if (failure !== undefined) throw failure;
  } finally {
    await storing?.catch(() => undefined);
  }
}

/** All items before a failure, which is handed over. */
async function* untilFailure<T>(items: AsyncIterable<T>, onFailure: (error: unknown) => void): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    onFailure(error);
  }
}

async function storeBlocks<Raw>(
  { indexer, store, lease }: Pick<FollowerDeps<Raw>, 'indexer' | 'store' | 'lease'>,
  blocks: readonly Raw[],
  head: number,
): Promise<Raw[]> {
  const prepared = await indexer.prepare(blocks, head);
  return Promise.all(prepared.map((raw) => store.put(raw, lease.signal())));
}
