import { BoundedCache } from '../../../core/domain/bounded-cache';
import { steadyClock } from '../../../core/runtime/clock';
import { justAbove, key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table, Write } from '../../../core/table/table';
import { type Amount, type Holding, questionId } from '../domain/holdings';
import { holdingItem, readHolding } from './holding-item';

/** A holding with the amount that its token reported. */
export interface Read {
  readonly holding: Holding;
  readonly amount: Amount;
}

/** Delay between attempts to read holdings that the node does not answer for, ms. */
const RETRY_DELAY_MS = 5_000;
/** Unread holdings that are read from the table at once. */
const MAX_UNREAD = 100;
/** Below every key of the index. */
const FIRST_KEY = '0';
/** Rows that a session caches as written: about 30 MB. */
const MAX_CACHED_ROWS = 100_000;

/**
 * The holdings of a chain's addresses, written at the head: only the follower overwrites existing rows. One per session:
 * a write that fails ends it.
 */
export function createHoldings(table: Table, chain: string) {
  /** What the rows of this session say, by holding. */
  const written = new BoundedCache<string, Amount>(MAX_CACHED_ROWS);
  let writtenIn = 0;
  // An earlier session may have left some unread.
  let mayBeUnread = true;
  /** Where the next unread holdings begin: those that stay unread do not keep the others from their turn. */
  let low = FIRST_KEY;
  /** Whether the node answered for any of the last ones, and until when they are left alone, Unix ms. */
  let [isAnswered, until] = [true, 0];
  /** In history each block that touches a holding has the same answer: one write is enough. */
  const isNews = ({ holding, amount }: Read): boolean => {
    const id = questionId(holding);
    if (isSame(written.get(id), amount)) return false;
    written.set(id, amount);
    return true;
  };
  return {
    /** Without what the rows say already. `epoch`: the chain's, when they were read. */
    writes(reads: readonly Read[], epoch: number): Write[] {
      if (epoch !== writtenIn) written.clear();
      writtenIn = epoch;
      const news = reads.filter(isNews);
      if (news.some(({ amount }) => amount === 'unread')) mayBeUnread = true;
      return news.map((read) => holdingWrite(chain, read, epoch));
    },
    /** The next of the unread holdings, those for which the node was down or did not answer: one after another, over and over. */
    async unread(): Promise<Holding[]> {
      if (!mayBeUnread || steadyClock() < until) return [];
      const [pk] = entities.Erc20Holding.gsi3;
      const range = { index: 'gsi3', low, high: '~', ascending: true, limit: MAX_UNREAD } as const;
      const { items } = await table.query({ ...range, pk: key(pk, { chain }) });
      if (low === FIRST_KEY) mayBeUnread = items.length > 0;
      low = items.length < MAX_UNREAD ? FIRST_KEY : justAbove(String(items.at(-1)?.g3s));
      // The node did not answer last time: do not ask at every poll.
      if (!isAnswered) until = steadyClock() + RETRY_DELAY_MS;
      isAnswered = false;
      // The index may still show one that a block has touched since: what was read then is newer.
      const now = await table.batchGet(
        items.map(({ pk: own, sk }) => ({ pk: String(own), sk: String(sk) })),
        true,
      );
      return now.map(readHolding).filter((holding) => holding.amount === 'unread');
    },
    /** The node has answered for some of the last unread holdings: the next need not wait. */
    answered(): void {
      [isAnswered, until] = [true, 0];
    },
  };
}

/** The past of an ERC-721 id is never queried: an id that moved on leaves no row. */
const isGone = ({ holding, amount }: Read): boolean =>
  holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;

/** What makes a row say what was read. */
export function holdingWrite(chain: string, read: Read, epoch: number): Write {
  const item = holdingItem(chain, read.holding, read.amount, epoch);
  return isGone(read) ? { delete: item } : { put: item };
}

const isSame = (a: Amount | undefined, b: Amount): boolean =>
  typeof a === 'object' && typeof b === 'object' ? a.at === b.at && a.value === b.value : a === b;
