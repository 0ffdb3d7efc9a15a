import type { PChainTransaction } from '../../../pchain/contract/schemas/transactions';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { PROPOSAL_PLACE, placeOfEffect } from '../../../pchain/domain/places';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { dayOfTime } from '../../domain/dates';
import type { SourceRow } from '../row-source';
import { mergeSorted } from '../sorted-streams';
import { getDetails, readTxs, stakeNamedBy } from './details';
import { type GenesisShare, getGenesisShare, type MadeOutput } from './genesis';
import { burnedBy, getMovements, type Movement } from './movements';
import { ownIn } from './own';
import type { PRange, PTable } from './table';
import { getTransactions, textOfPlace } from './transactions';

/** Amounts in nAVAX; 0 unless the exported addresses alone paid them. */
export interface LedgerTx {
  readonly row: PlacedTxRow;
  readonly fee: bigint;
  readonly balances: bigint;
  readonly details: Partial<PChainTransaction>;
}

export interface LedgerRow extends SourceRow, Movement {
  /** The same for all rows of a transaction, and for all rows of the genesis. */
  readonly place: string;
  /** The block in which it takes effect, and its time in Unix seconds. */
  readonly effective: number;
  readonly time: number;
  readonly tx?: LedgerTx;
  /** Only the first row of a transaction has the fee. */
  readonly isFirst: boolean;
}

export async function* ledgerRows(table: PTable, range: PRange, facts: NetworkFacts): AsyncGenerator<LedgerRow> {
  const share = await getGenesisShare(table, range);
  yield* mergeSorted([genesisRows(share, range), transactionRows(table, share, range, facts)]);
}

async function* genesisRows({ outputs }: GenesisShare, range: PRange) {
  const { network, from, end } = range;
  if (from > 0) return;
  const own = ownIn(range);
  const rows = outputs.map((output): LedgerRow => {
    const { created, owners } = output;
    const moved = { direction: 'in', output, origin: 'genesis', addresses: own(owners.addresses) } as const;
    const place = textOfPlace({ block: 0, tx: 0 });
    const where = { chainId: network, block: 0, effective: 0, time: created.time, day: dayOfTime(created.time), place };
    return { ...moved, ...where, sort: toSortKey(place, moved), isFirst: false };
  });
  yield rows.filter(({ time }) => time < end).toSorted(bySort);
}

async function* transactionRows(table: PTable, share: GenesisShare, range: PRange, facts: NetworkFacts) {
  const own = ownIn(range);
  const ends = [...share.stakes.values()].flatMap(({ returned }) => returned.slice(0, 1)).map(getEnd);
  for await (const rows of getTransactions(table, range, ends.toSorted(bySort))) {
    const txs = readTxs(rows);
    const details = await getDetails(table, range.network, txs, share, facts);
    yield txs.flatMap(({ row, tx }, i) => {
      const returned = share.stakes.get(stakeNamedBy(tx) ?? '')?.returned ?? [];
      const burned = burnedBy(row, tx, facts.avaxAssetId, own);
      return toRows(range.network, { row, ...burned, details: details[i] ?? {} }, getMovements(row, tx, returned, own));
    });
  }
}

/** The transaction that returned a genesis stake; the lists of its owners may not have it. */
const getEnd = ({ by, created: { block } }: MadeOutput) => ({
  sort: textOfPlace({ block: block - 1, tx: PROPOSAL_PLACE }),
  id: by,
});

function toRows(network: string, tx: LedgerTx, movements: readonly Movement[]): LedgerRow[] {
  const { place: at, time } = tx.row;
  const effective = placeOfEffect(at);
  const place = textOfPlace(effective);
  const where = { chainId: network, block: at.block, effective: effective.block, time, day: dayOfTime(time), place };
  const rows = movements.map((one) => ({ ...one, ...where, sort: toSortKey(place, one), tx }));
  return rows.toSorted(bySort).map((row, i) => ({ ...row, isFirst: i === 0 }));
}

/** Spent outputs sort before created ones. `!` sorts before all characters in keys. */
function toSortKey(place: string, { direction, output }: Pick<Movement, 'direction' | 'output'>): string {
  const index = String(output.outputIndex).padStart(10, '0');
  return `${place}!${direction === 'out' ? 0 : 1}!${output.txId}!${index}`;
}

const bySort = (a: { readonly sort: string }, b: { readonly sort: string }): number => (a.sort < b.sort ? -1 : 1);
