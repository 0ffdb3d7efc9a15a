import { key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import { placeOfEffect } from '../../../pchain/domain/places';
import type { Place } from '../../../pchain/domain/replay/state';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import { mergeSorted } from '../sorted-streams';
import type { PRange, PTable } from './table';

/** One BatchGet. */
const MAX_TXS = 100;

export const textOfPlace = (place: Place): string => key(entities.PTxOf.sk, place);

interface TxRef {
  readonly sort: string;
  readonly id: string;
}

/** In chain order, merged with `more` (sorted). Excludes transactions that take effect after block `to`. */
export async function* getTransactions(
  { PTx, PTxOf, pages }: PTable,
  { network, addresses, from, to, end }: PRange,
  more: readonly TxRef[],
): AsyncGenerator<readonly PlacedTxRow[]> {
  async function* getRefs(address: string) {
    for await (const rows of pages(PTxOf.of(network, address, { from, to }), addresses.length))
      yield rows.map(({ key: sort, value: { id } }): TxRef => ({ sort, id }));
  }
  async function* moreRefs() {
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
  for await (const ref of mergeSorted([...addresses.map(getRefs), moreRefs()])) {
    // Several addresses may share it.
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
