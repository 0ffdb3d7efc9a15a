import pLimit from 'p-limit';
import { createSizeEstimate } from '../../core/domain/size-estimate';

/** Maximum blocks per request. Larger batches are cheaper, as each request has a price. */
const MAX_BLOCKS = 16;
/** Blocks in the first request, while their size is unknown. */
const FIRST_BLOCKS = 4;
const MAX_PARALLEL_REQUESTS = 4;
/** Bytes of JSON per request, and in all requests in flight: parsed and derived, they take ten times that. */
const MAX_REQUEST_BYTES = 3_000_000;
const MAX_BYTES_IN_FLIGHT = 10_000_000;
/** After this many requests at the working size, one more block is tried; after twice as many each time. */
const REQUESTS_BEFORE_GROWTH = 64;

/** The memory that the chains of one process share: the chains that fetch blocks split the bytes in flight equally. */
export function createSharedMemory() {
  let fetching = 0;
  const inTurn = pLimit(1);
  return {
    /** Counts one more chain as fetching until the returned function is called. */
    take(): () => void {
      fetching += 1;
      return () => {
        fetching -= 1;
      };
    },
    /** The share of each fetching chain, up to 1. */
    part: (): number => 1 / Math.max(1, fetching),
    /**
     * Runs memory-intensive work, one at a time. Throws the signal's reason as soon as it aborts, even while waiting
     * for others.
     */
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

/** Sizes requests to a node: as many blocks as their bytes allow, adapted to its answers. */
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
    /** Records a successful request: its blocks, and their total bytes. */
    took(count: number, bytes: number): void {
      block.note(bytes / Math.max(1, count));
      if (limit === MAX_BLOCKS || count < limit || ++successes < growAfter) return;
      limit += 1;
      successes = 0;
      growAfter *= 2;
    },
    /** Records that the answer for this many blocks was too big for the node or for us. */
    tooBig(count: number): void {
      limit = Math.max(1, Math.min(limit, Math.floor(count / 2)));
      successes = 0;
    },
  };
}
export type BatchSize = ReturnType<typeof createBatchSize>;
