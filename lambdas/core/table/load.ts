import { isThrottlingError } from '@smithy/core/retry';
import { isSharedPartition } from './shared-partitions';

/** Since the process started; backfills adapt to it. */
export interface Load {
  /** Requests and items not accepted at once, usually because the table throttled. */
  readonly throttled: number;
  /** Only for keys shared by all blocks of a chain or a network: a few per chain. */
  readonly unitsByPartition: ReadonlyMap<string, number>;
}

export function createLoad() {
  let throttled = 0;
  const unitsByPartition = new Map<string, number>();
  return {
    get throttled() {
      return throttled;
    },
    unitsByPartition,
    rejected(items: number): void {
      throttled += items;
    },
    /** Counts failed attempts: hardly any but throttled ones are retried. */
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
    wrote(units: number, partitions: readonly string[]): void {
      for (const partition of partitions)
        if (isSharedPartition(partition))
          unitsByPartition.set(partition, (unitsByPartition.get(partition) ?? 0) + units);
    },
  };
}

export const isThrottled = (error: unknown): boolean =>
  error instanceof Error && isThrottlingError(error as Parameters<typeof isThrottlingError>[0]);
