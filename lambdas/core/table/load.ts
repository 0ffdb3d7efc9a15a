import { isThrottlingError } from '@smithy/core/retry';
import { isSharedPartition } from './shared-partitions';

/** How hard the table is used, since the process started: what a backfill adapts to. */
export interface Load {
  /** Requests and items that the table did not take at once: throttled as a rule. */
  readonly throttled: number;
  /** Write units by partition key, of those that all blocks of a chain or a network share: a few keys for each chain. */
  readonly unitsByPartition: ReadonlyMap<string, number>;
}

/** Counts the load of a table. */
export function createLoad() {
  let throttled = 0;
  const unitsByPartition = new Map<string, number>();
  return {
    get throttled() {
      return throttled;
    },
    unitsByPartition,
    /** Items that the table left unprocessed. */
    rejected(items: number): void {
      throttled += items;
    },
    /** Passes a request on, and counts the attempts that failed: hardly any but throttled ones are repeated. */
    async watched<T>(request: Promise<T>): Promise<T> {
      try {
        const answer = await request;
        const { $metadata } = answer as { readonly $metadata?: { readonly attempts?: number } };
        throttled += ($metadata?.attempts ?? 1) - 1;
        return answer;
      } catch (error) {
        if (isThrottled(error)) throttled += 1;
        throw error;
      }
    },
    /** An item was written: so many units in each of these partitions. */
    wrote(units: number, partitions: readonly string[]): void {
      for (const partition of partitions)
        if (isSharedPartition(partition))
          unitsByPartition.set(partition, (unitsByPartition.get(partition) ?? 0) + units);
    },
  };
}

/** Whether a request to AWS failed because there were too many. */
export const isThrottled = (error: unknown): boolean =>
  error instanceof Error && isThrottlingError(error as Parameters<typeof isThrottlingError>[0]);
