import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import { placeOfEffect } from '../../../pchain/domain/places';
import type { Place } from '../../../pchain/domain/replay/state';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { mergeSorted } from '../sorted-streams';
import type { PRange, PTable } from './table';

/** Transactions that are read at once: one BatchGet. */
const MAX_TXS = 100;

/** A place in the chain as text that compares like it. */
export const textOfPlace = (place: Place): string => key(entities.PTxOf.sk, place);

/** A transaction by its place. */
interface TxRef {
  readonly sort: string;
  readonly id: string;
}

/**
 * The transactions that the lists of the addresses have, and `more`, which are sorted: each once, in the order of the chain,
 * some at a time. What takes effect with a later block than the last is not among them.
 */
export async function* getTransactions(
  { PTx, PTxOf, pages }: PTable,
  { network, addresses, from, to, end }: PRange,
  more: readonly TxRef[],
): AsyncGenerator<readonly PlacedTxRow[]> {
  async function* getRefs(address: string) {
    for await (const rows of pages(PTxOf.of(network, address, { from, to }), addresses.length))
      yield rows.map(({ key: sort, value: { id } }): TxRef => ({ sort, id }));
  }
  async function* given() {
    yield more.filter(({ sort }) => sort >= textOfPlace({ block: from, tx: 0 }));
  }
  const read = async (refs: readonly TxRef[]): Promise<PlacedTxRow[]> => {
    const rows = await PTx.byIds(
      network,
      refs.map(({ id }) => id),
      true,
    );
    const found = new Map(rows.map((row) => [row.id, row]));
    return refs.flatMap(({ id }) => found.get(id) ?? []);
  };
  let refs: TxRef[] = [];
  for await (const ref of mergeSorted([...addresses.map(getRefs), given()])) {
    // Several addresses may have it.
    if (ref.sort === refs.at(-1)?.sort) continue;
    if (refs.length >= MAX_TXS) {
      const rows = await read(refs);
      yield rows.filter(isWithin);
      if (rows.some(({ time }) => time >= end)) return;
      refs = [];
    }
    refs.push(ref);
  }
  yield (await read(refs)).filter(isWithin);

  function isWithin({ place, time }: PlacedTxRow): boolean {
    return time < end && placeOfEffect(place).block <= to;
  }
}
