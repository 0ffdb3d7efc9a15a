import { BoundedCache } from '../../../domain/bounded-cache';
import type { Holding } from '../../../domain/tokens/holdings';
import { inParallel } from '../../in-parallel';
import type { Table } from '../table';
import { holdingItem, holdingKey } from './holding-item';
import type { Read } from './holdings';

/** Holdings that a session caches as looked up: about 30 MB. */
const MAX_CACHED_HOLDINGS = 200_000;
/** Single conditional writes under way at once. */
const MAX_PARALLEL_WRITES = 16;

/** Holdings that history touched and the follower did not: written only if there is no row. */
export function openAbsentHoldings(table: Table, chain: string) {
  const known = new BoundedCache<string>(MAX_CACHED_HOLDINGS);
  const idOf = (holding: Holding): string => {
    const { pk, sk } = holdingKey(chain, holding);
    return `${pk} ${sk}`;
  };
  const itemOf = ({ holding, amount }: Read, epoch: number) => holdingItem(chain, holding, amount, epoch);

  return {
    /** Those without a row that were not looked up before. */
    async absent(holdings: readonly Holding[]): Promise<Holding[]> {
      const fresh = new Map(
        holdings.map((holding) => [idOf(holding), holding]).filter(([id]) => !known.has(String(id))) as [
          string,
          Holding,
        ][],
      );
      const there = await table.batchGet(
        [...fresh.values()].map((holding) => holdingKey(chain, holding)),
        true,
      );
      for (const { pk, sk } of there) fresh.delete(`${pk} ${sk}`);
      return [...fresh.values()];
    },
    /**
     * Caches them as looked up for this session. Called once they are written, so that a failure repeats the look-up.
     */
    remember(holdings: readonly Holding[]): void {
      for (const holding of holdings) known.set(idOf(holding), true);
    },
    /** Writes those that are still absent, and returns them. */
    async put(reads: readonly Read[], epoch: number): Promise<Read[]> {
      const written: Read[] = [];
      await inParallel(reads, MAX_PARALLEL_WRITES, async (read) => {
        if (await table.putIfAbsent(itemOf(read, epoch))) written.push(read);
      });
      return written;
    },
    /**
     * Deletes a row of ours that is outdated; `isUnread` leaves it to the follower to read. A row of the follower's
     * stays.
     */
    async withdraw(read: Read, epoch: number, isUnread: boolean): Promise<void> {
      if (typeof read.amount === 'string') return;
      await table.deleteIf(itemOf(read, epoch), { n: read.amount.at });
      if (isUnread) await table.putIfAbsent(itemOf({ holding: read.holding, amount: 'unread' }, epoch));
    },
  };
}
