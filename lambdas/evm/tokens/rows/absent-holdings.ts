import { BoundedCache } from '../../../core/domain/bounded-cache';
import type { Table } from '../../../core/table/table';
import type { Holding } from '../domain/holdings';
import { holdingKey, readHolding, type StoredHolding } from './holding-item';
import { holdingWrite, type Read } from './holdings';

const MAX_CACHED_HOLDINGS = 200_000; // about 30 MB

export function createAbsentHoldings(table: Table, chain: string) {
  const known = new BoundedCache<string>(MAX_CACHED_HOLDINGS);
  const toId = (holding: Holding): string => {
    const { pk, sk } = holdingKey(chain, holding);
    return `${pk} ${sk}`;
  };

  return {
    /** With rows from block `since` on: an earlier worker may have overwritten newer ones. */
    async toRead(holdings: readonly Holding[], since = Number.POSITIVE_INFINITY): Promise<Holding[]> {
      const fresh = new Map<string, Holding>();
      for (const holding of holdings) {
        const id = toId(holding);
        if (!known.has(id)) fresh.set(id, holding);
      }
      const existing = await table.batchGet(
        [...fresh.values()].map((holding) => holdingKey(chain, holding)),
        true,
      );
      for (const item of existing) if (isSettled(readHolding(item), since)) fresh.delete(`${item.pk} ${item.sk}`);
      return [...fresh.values()];
    },
    /** The session must end if writing them fails. */
    remember(holdings: readonly Holding[]): void {
      for (const holding of holdings) known.set(toId(holding), true);
    },
    /** Overwrites existing rows: conditional writes would cost one request each. */
    async write(reads: readonly Read[], epoch: number, signal: () => AbortSignal): Promise<void> {
      await table.write(
        reads.map((read) => holdingWrite(chain, read, epoch)),
        signal,
      );
    },
  };
}

/** Unread rows are left to the follower. */
const isSettled = ({ amount }: StoredHolding, since: number): boolean =>
  amount === 'unread' || since === Number.POSITIVE_INFINITY || (amount !== 'refused' && amount.at < since);
