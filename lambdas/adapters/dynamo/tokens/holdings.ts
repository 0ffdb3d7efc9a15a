import type { Amount, Holding } from '../../../domain/tokens/holdings';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Table, Write } from '../table';
import { holdingItem, readHolding } from './holding-item';

/** A holding with what its token says. */
export interface Read {
  readonly holding: Holding;
  readonly amount: Amount;
}

/** Between two tries of holdings that the node does not tell, ms. */
const RETRY_DELAY_MS = 5_000;
/** Unread holdings that are looked for at once. */
const MAX_UNREAD = 100;

/** What a chain's addresses hold, written at the head: only the follower writes over what is there. */
export function openHoldings(table: Table, chain: string) {
  // A former session may have left some.
  let mayBeUnread = true;
  /** The first of those that were looked for last, and until when they are left alone, Unix ms. */
  let [first, until] = ['', 0];
  const writeOf = ({ holding, amount }: Read, epoch: number): Write => {
    const item = holdingItem(chain, holding, amount, epoch);
    if (amount === 'unread') mayBeUnread = true;
    // Nobody asks for the past of an ERC-721 id: what is gone leaves no row.
    const gone = holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;
    return gone ? { delete: item } : { put: item };
  };
  return {
    /** `epoch`: the chain's, when they were read. */
    writes: (reads: readonly Read[], epoch: number): Write[] => reads.map((read) => writeOf(read, epoch)),
    /** Some of the holdings that are unread: the node was down, or did not say. */
    async unread(): Promise<Holding[]> {
      if (!mayBeUnread || Date.now() < until) return [];
      const [pk] = entities.Erc20Holding.gsi3;
      const range = { index: 'gsi3', low: '0', high: '~', ascending: true, limit: MAX_UNREAD } as const;
      const { items } = await table.query({ ...range, pk: key(pk, { chain }) });
      mayBeUnread = items.length > 0;
      const id = String(items[0]?.g3s);
      // The node did not say last time: it is not asked at every look.
      if (id === first) until = Date.now() + RETRY_DELAY_MS;
      first = id;
      return items.map(readHolding);
    },
  };
}
