import type { FollowerDeps } from './deps';

/**
 * Stores batches of blocks in the bucket, before any reader can see them, and yields the stored versions. The next
 * batch is prepared and stored while the caller works on the previous one. A node failure is thrown only after all
 * batches before it: if those were split differently later, the bucket's copies of them would lack their balances.
 */
export async function* storedBlocks<Raw>(
  deps: Pick<FollowerDeps<Raw>, 'indexer' | 'store' | 'lease'>,
  batches: AsyncIterable<readonly Raw[]>,
  head: number,
): AsyncGenerator<Raw[]> {
  let storing: Promise<Raw[]> | undefined;
  let failure: unknown;
  const received = untilFailure(batches, (error) => {
    failure = error;
  });
  try {
    for await (const blocks of received) {
      const before = storing;
      // In sequence: data fetched with one batch need not be fetched again with the next.
      storing = (before ?? Promise.resolve()).then(() => storeBlocks(deps, blocks, head));
      // Awaited later; until then a failure must not be an unhandled rejection.
      storing.catch(() => undefined);
      if (before) yield await before;
    }
    if (storing) yield await storing;
    if (failure !== undefined) throw failure;
  } finally {
    await storing?.catch(() => undefined);
  }
}

/** Yields the items before a failure, which is passed to `onFailure`. */
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
