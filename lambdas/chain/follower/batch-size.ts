import pLimit from 'p-limit';
import { createSizeEstimate } from '../../core/domain/size-estimate';

/** Each request has a price, so larger batches are cheaper. */
const MAX_BLOCKS = 16;
/** While the size of blocks is unknown. */
const FIRST_BLOCKS = 4;
const MAX_PARALLEL_REQUESTS = 4;
/** Bytes of JSON per request and in flight: parsed and derived, they take ten times that. */
const MAX_REQUEST_BYTES = 3_000_000;
const MAX_BYTES_IN_FLIGHT = 10_000_000;
/** Requests at the working size before one more block is tried; doubles each time. */
const REQUESTS_BEFORE_GROWTH = 64;

/** Chains of one process that fetch blocks split the bytes in flight equally. */
export function createSharedMemory() {
  let fetching = 0;
  const inTurn = pLimit(1);
  return {
    take(): () => void {
      fetching += 1;
      return () => {
        fetching -= 1;
      };
    },
    part: (): number => 1 / Math.max(1, fetching),
    /** One at a time. Throws the signal's reason as soon as it aborts, even while waiting. */
    async exclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      const result = inTurn(async () => {
        signal?.throwIfAborted();
        return work();
      });
      const { promise: aborted, reject } = Promise.withResolvers<never>();
      const abort = () => reject(signal?.reason);
      signal?.addEventListener('abort', abort);
      try {
        return await Promise.race([result, aborted]);
      } finally {
        signal?.removeEventListener('abort', abort);
      }
    },
  };
}
export type SharedMemory = ReturnType<typeof createSharedMemory>;

export function createBatchSize(memory: SharedMemory = createSharedMemory()) {
  let limit = MAX_BLOCKS;
  let [successes, growAfter] = [0, REQUESTS_BEFORE_GROWTH];
  const block = createSizeEstimate();
  const blocks = (): number =>
    block.fit(MAX_REQUEST_BYTES * memory.part(), {
      max: limit,
      first: Math.max(1, Math.min(Math.floor(FIRST_BLOCKS * memory.part()), limit)),
    });
  return {
    /** Marks the chain as fetching blocks until the returned function is called. */
    begin: memory.take,
    blocks,
    parallel: (): number =>
      block.fit((MAX_BYTES_IN_FLIGHT * memory.part()) / blocks(), { max: MAX_PARALLEL_REQUESTS, first: 1 }),
    took(count: number, bytes: number): void {
      block.note(bytes / Math.max(1, count));
      if (limit === MAX_BLOCKS || count < limit || ++successes < growAfter) return;
      limit += 1;
      successes = 0;
      growAfter *= 2;
    },
    tooBig(count: number): void {
      limit = Math.max(1, Math.min(limit, Math.floor(count / 2)));
      successes = 0;
    },
  };
}
export type BatchSize = ReturnType<typeof createBatchSize>;
