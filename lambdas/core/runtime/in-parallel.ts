/**
 * Runs `work` over all items with limited concurrency. After a failure no further item starts; throws once those in
 * flight have settled, so that none continues in the background.
 */
export async function inParallel<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  let failed = false;
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined && !failed; item = queue.shift())
      await work(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
  };
  const settled = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failure = settled.find((result) => result.status === 'rejected');
  if (failure) throw failure.reason;
}
