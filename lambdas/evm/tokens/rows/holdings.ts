import { BoundedCache } from '../../../core/domain/bounded-cache';
import { steadyClock } from '../../../core/runtime/clock';
import { justAbove, key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table, Write } from '../../../core/table/table';
import { type Amount, type Holding, questionId } from '../domain/holdings';
import { holdingItem, readHolding } from './holding-item';

export interface Read {
  readonly holding: Holding;
  readonly amount: Amount;
}

const RETRY_DELAY_MS = 5_000;
const MAX_UNREAD = 100;
const FIRST_KEY = '0'; // before every key of the index
const MAX_CACHED_ROWS = 100_000; // about 30 MB

/** Only the follower overwrites existing rows. One per session; a failed write ends the session. */
export function createHoldings(table: Table, chain: string) {
  const written = new BoundedCache<string, Amount>(MAX_CACHED_ROWS);
  let writtenIn = 0;
  // An earlier session may have left some.
  let mayBeUnread = true;
  /** Advances even if some stay unread, so that these do not block the rest. */
  let low = FIRST_KEY;
  /** `until`: ms on the steady clock. */
  let [isAnswered, until] = [true, 0];
  /** During backfill, each block that touches a holding has the same answer: write it once. */
  const isChanged = ({ holding, amount }: Read): boolean => {
    const id = questionId(holding);
    if (isSame(written.get(id), amount)) return false;
    written.set(id, amount);
    return true;
  };
  return {
    /** Omits amounts already in the rows. `epoch`: the chain's, at the time of reading. */
    writes(reads: readonly Read[], epoch: number): Write[] {
      if (epoch !== writtenIn) written.clear();
      writtenIn = epoch;
      const changes = reads.filter(isChanged);
      if (changes.some(({ amount }) => amount === 'unread')) mayBeUnread = true;
      return changes.map((read) => holdingWrite(chain, read, epoch));
    },
    /** The next batch of holdings that the node left unanswered. Cycles through all of them. */
    async unread(): Promise<Holding[]> {
      if (!mayBeUnread || steadyClock() < until) return [];
      const [pk] = entities.Erc20Holding.gsi3;
      const range = { index: 'gsi3', low, high: '~', ascending: true, limit: MAX_UNREAD } as const;
      const { items } = await table.query({ ...range, pk: key(pk, { chain }) });
      if (low === FIRST_KEY) mayBeUnread = items.length > 0;
      low = items.length < MAX_UNREAD ? FIRST_KEY : justAbove(String(items.at(-1)?.g3s));
      if (!isAnswered) until = steadyClock() + RETRY_DELAY_MS;
      isAnswered = false;
      // The index is eventually consistent: some may have been read since.
      const now = await table.batchGet(
        items.map(({ pk: own, sk }) => ({ pk: String(own), sk: String(sk) })),
        true,
      );
      return now.map(readHolding).filter((holding) => holding.amount === 'unread');
    },
    answered(): void {
      [isAnswered, until] = [true, 0];
    },
  };
}

/** Past ERC-721 ids are never queried, so an id that moved on leaves no row. */
const isGone = ({ holding, amount }: Read): boolean =>
  holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;

export function holdingWrite(chain: string, read: Read, epoch: number): Write {
  const item = holdingItem(chain, read.holding, read.amount, epoch);
  return isGone(read) ? { delete: item } : { put: item };
}

const isSame = (a: Amount | undefined, b: Amount): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.at === b.at && a.value === b.value : a === b;
