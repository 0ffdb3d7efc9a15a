import { BoundedCache } from '../../../domain/bounded-cache';
import type { Holding } from '../../../domain/tokens/holdings';
import { inParallel, type Table } from '../table';
import { holdingItem, holdingKey } from './holding-item';
import type { Read } from './holdings';

/** Holdings that a session remembers as looked up: about 30 MB. */
const MAX_REMEMBERED = 200_000;
/** Single conditional writes under way at once. */
const IN_FLIGHT = 16;

/** Holdings that history touched and the follower did not: written only where there is no row. */
export function openAbsentHoldings(table: Table, chain: string) {
  const known = new BoundedCache<string>(MAX_REMEMBERED);
  const idOf = (holding: Holding): string => {
    const { pk, sk } = holdingKey(chain, holding);
    return `${pk} ${sk}`;
  };
  const itemOf = ({ holding, amount }: Read, epoch: number) => holdingItem(chain, holding, amount, epoch);

  return {
    /** Those of them without a row that were not looked up before. */
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
    /** Need not be looked up again in this session. Called once they are written: a failure looks anew. */
    remember(holdings: readonly Holding[]): void {
      for (const holding of holdings) known.set(idOf(holding), true);
    },
    /** Writes what is still absent; gives what it wrote. */
    async put(reads: readonly Read[], epoch: number): Promise<Read[]> {
      const written: Read[] = [];
      await inParallel(reads, IN_FLIGHT, async (read) => {
        if (await table.putIfAbsent(itemOf(read, epoch))) written.push(read);
      });
      return written;
    },
    /** Takes back a reading of ours that was overtaken; `owed` leaves it to the follower to read. A row of the follower's stays. */
    async withdraw(read: Read, epoch: number, owed: boolean): Promise<void> {
      if (typeof read.amount === 'string') return;
      await table.deleteIf(itemOf(read, epoch), { n: read.amount.at });
      if (owed) await table.putIfAbsent(itemOf({ holding: read.holding, amount: 'unread' }, epoch));
    },
  };
}
