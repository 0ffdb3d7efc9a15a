import { inStoreSpan } from './block-spans';
import type { FollowerDeps } from './deps';

/**
 * Stores before any reader sees a block, one batch ahead, and yields the stored versions. A node
 * failure is thrown after all batches before it: split differently later, the bucket's copies would
 * lack their balances.
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
      // In sequence: data fetched with one batch is not fetched again with the next.
      storing = (before ?? Promise.resolve()).then(() => storeBlocks(deps, blocks, head));
      // Awaited later; until then a rejection must not count as unhandled.
      storing.catch(() => undefined);
      if (before) yield await before;
    }
    if (storing) yield await storing;
    if (failure !== undefined) throw failure;
  } finally {
    await storing?.catch(() => undefined);
  }
}

async function* untilFailure<T>(items: AsyncIterable<T>, onFailure: (error: unknown) => void): AsyncGenerator<T> {
  try {
    yield* items;
  } catch (error) {
    onFailure(error);
  }
}

const storeBlocks = <Raw>(
  { indexer, store, lease }: Pick<FollowerDeps<Raw>, 'indexer' | 'store' | 'lease'>,
  blocks: readonly Raw[],
  head: number,
): Promise<Raw[]> =>
  inStoreSpan(indexer, blocks, async () => {
    const prepared = await indexer.prepare(blocks, head);
    return Promise.all(prepared.map((raw) => store.put(raw, lease.signal())));
  });
