import { BoundedCache } from '../../../core/domain/bounded-cache';
import type { Table } from '../../../core/table/table';
import type { Holding } from '../domain/holdings';
import { holdingKey, readHolding, type StoredHolding } from './holding-item';
import { holdingWrite, type Read } from './holdings';

/** Holdings that a session caches as looked up: about 30 MB. */
const MAX_CACHED_HOLDINGS = 200_000;

/** Holdings that history touched and the follower did not. */
export function createAbsentHoldings(table: Table, chain: string) {
  const known = new BoundedCache<string>(MAX_CACHED_HOLDINGS);
  const toId = (holding: Holding): string => {
    const { pk, sk } = holdingKey(chain, holding);
    return `${pk} ${sk}`;
  };

  return {
    /**
     * Those without a row that were not looked up before. `since`: also those whose row may be one that an earlier worker
     * wrote as of this block or later, over a newer one of the follower's.
     */
    async toRead(holdings: readonly Holding[], since = Number.POSITIVE_INFINITY): Promise<Holding[]> {
      const fresh = new Map<string, Holding>();
      for (const holding of holdings) {
        const id = toId(holding);
        if (!known.has(id)) fresh.set(id, holding);
      }
      const there = await table.batchGet(
        [...fresh.values()].map((holding) => holdingKey(chain, holding)),
        true,
      );
      for (const item of there) if (isSettled(readHolding(item), since)) fresh.delete(`${item.pk} ${item.sk}`);
      return [...fresh.values()];
    },
    /** Caches them as looked up for this session, which ends if they are not written. */
    remember(holdings: readonly Holding[]): void {
      for (const holding of holdings) known.set(toId(holding), true);
    },
    /** Writes them over whatever row there is: in batches, as a condition would cost one request for each. */
    async write(reads: readonly Read[], epoch: number, signal: () => AbortSignal): Promise<void> {
      await table.write(
        reads.map((read) => holdingWrite(chain, read, epoch)),
        signal,
      );
    },
  };
}

/** Whether a row needs no other look: an unread one gets it from the follower. */
const isSettled = ({ amount }: StoredHolding, since: number): boolean =>
  amount === 'unread' || since === Number.POSITIVE_INFINITY || (amount !== 'refused' && amount.at < since);
