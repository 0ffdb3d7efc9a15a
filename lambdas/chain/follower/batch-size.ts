import { createSizeEstimate } from '../../core/domain/size-estimate';
import { oneAtATime } from './one-at-a-time';

/** Blocks in one request, at most: each request has a price, however few its blocks. */
const MAX_BLOCKS = 16;
/** Blocks in the first request, before anything is known of their size. */
const FIRST_BLOCKS = 4;
/** Requests in flight at once. */
const MAX_PARALLEL_REQUESTS = 4;
/** Bytes of JSON in one request, and in all that are in flight: parsed and derived they take ten times that. */
const MAX_REQUEST_BYTES = 3_000_000;
const MAX_BYTES_IN_FLIGHT = 10_000_000;
/** After so many requests of the size that works, one more block is tried; after twice as many if that failed. */
const REQUESTS_BEFORE_GROWTH = 64;

/** The memory that chains of one process share: each that fetches blocks has an equal part of the bytes in flight. */
export function createSharedMemory() {
  let fetching = 0;
  const inTurn = oneAtATime();
  return {
    /** Counts one more until the returned function is called. */
    take(): () => void {
      fetching += 1;
      return () => {
        fetching -= 1;
      };
    },
    /** The part that each has. */
    part: (): number => 1 / Math.max(1, fetching),
    /**
     * Does what takes much memory, once nothing else of the kind is under way. Throws the signal's reason as soon as it is
     * aborted, also while it waits for others.
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
/** What `createSharedMemory` gives. */
export type SharedMemory = ReturnType<typeof createSharedMemory>;

/** How much is asked of a node at once: as many blocks as their bytes allow, and as it has answered so far. */
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
    /** Blocks are fetched from now on, until the returned function is called. */
    begin: memory.take,
    /** Blocks for the next request. */
    blocks,
    /** Requests that may be in flight at once. */
    parallel: (): number =>
      block.fit((MAX_BYTES_IN_FLIGHT * memory.part()) / blocks(), { max: MAX_PARALLEL_REQUESTS, first: 1 }),
    /** A request gave these blocks. */
    took(count: number, bytes: number): void {
      block.note(bytes / Math.max(1, count));
      if (limit === MAX_BLOCKS || count < limit || ++successes < growAfter) return;
      limit += 1;
      successes = 0;
      growAfter *= 2;
    },
    /** The answer to a request for so many blocks was too big for the node or for us. */
    tooBig(count: number): void {
      limit = Math.max(1, Math.min(limit, Math.floor(count / 2)));
      successes = 0;
    },
  };
}
/** What `createBatchSize` gives. */
export type BatchSize = ReturnType<typeof createBatchSize>;
