import type { Amount, Holding } from '../../../domain/tokens/holdings';
import type { Item } from '../../../table/item';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Lease } from '../chain/lease';
import type { Table } from '../table';
import { holdingItem, readHolding } from './holding-item';

/** A holding with what its token says. */
export interface Read {
  readonly holding: Holding;
  readonly amount: Amount;
}

/** Between two tries of holdings that the node does not tell, ms. */
const PAUSE = 5_000;
/** Holdings whose reading is looked for at once. */
const OWED = 100;

/** What a chain's addresses hold, written under its lease: only the follower writes over what is there. */
export function openHoldings(table: Table, chain: string, lease: Lease) {
  // A former session may have left some.
  let mayOwe = true;
  /** The first of those that were looked for last, and until when they are left alone, Unix ms. */
  let [first, until] = ['', 0];
  const write = ({ holding, amount }: Read): { put: Item } | { delete: Item } => {
    const item = holdingItem(chain, holding, amount, lease.cursor.epoch);
    if (amount === 'unread') mayOwe = true;
    // Nobody asks for the past of an ERC-721 id: what is gone leaves no row.
    const gone = holding.kind === 'erc721' && typeof amount === 'object' && amount.value === 0n;
    return gone ? { delete: item } : { put: item };
  };
  return {
    writes: (reads: readonly Read[]) => reads.map(write),
    /** Some of the holdings whose reading is owed: the node was down, or did not say. */
    async owed(): Promise<Holding[]> {
      if (!mayOwe || Date.now() < until) return [];
      const [pk] = entities.Erc20Holding.gsi3;
      const range = { index: 'gsi3', low: '0', high: '~', ascending: true, limit: OWED } as const;
      const { items } = await table.query({ ...range, pk: key(pk, { chain }) });
      mayOwe = items.length > 0;
      const id = String(items[0]?.g3s);
      // The node did not say last time: it is not asked at every look.
      if (id === first) until = Date.now() + PAUSE;
      first = id;
      return items.map(readHolding);
    },
  };
}
