import { BoundedCache } from '../../core/domain/bounded-cache';
import { inParallel } from '../../core/runtime/concurrency';
import type { Item, ItemKey } from '../../core/table/item';
import { after, blockDigits, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { AddressRow, DerivedBlock } from '../domain/derive';
import { LETTER } from '../tokens/rows/holding-item';
import type { ActivityKind } from './address-readers';

const MAX_CACHED_MARKERS = 200_000; // about 20 MB
const MAX_PARALLEL_WRITES = 16;

const getKinds = ({ transactions, transfers, internals = [] }: AddressRow): ActivityKind[] => [
  ...(transactions.length > 0 ? (['n'] as const) : []),
  ...new Set(transfers.map(({ kind }) => LETTER[kind])),
  ...(internals.length > 0 ? (['i'] as const) : []),
];

/** Per chain and kind of list, one block as proof of activity. Any writer's block is valid. */
export function createActivityMarkers(table: Table, chain: string) {
  const known = new BoundedCache<string>(MAX_CACHED_MARKERS);
  const { AddressChain, AddressTx } = entities;
  const toKey = (address: string, kind: string): ItemKey => ({
    pk: key(AddressChain.pk, { address }),
    sk: key(AddressChain.sk, { chain, kind }),
  });

  const earliest = async (address: string, kind: string, to: number): Promise<number | undefined> => {
    if (to < 0) return undefined;
    const range = { low: `${kind}#`, high: after(`${kind}#${blockDigits(to)}`) };
    const pk = key(AddressTx.pk, { chain, address });
    const { items } = await table.query({ pk, ...range, ascending: true, limit: 1, consistent: true });
    return items[0] && Number(String(items[0].sk).slice(2, 12));
  };

  return {
    // A stored marker above `final` may be an orphan's and is written again: a concurrent rollback
    // may have looked for older blocks before these were written, and would delete it.
    async missing(blocks: readonly DerivedBlock[], final = Number.POSITIVE_INFINITY): Promise<Item[]> {
      const first = new Map<string, Item>();
      for (const { block, addresses } of blocks)
        for (const row of addresses)
          for (const kind of getKinds(row)) {
            const id = `${row.address}#${kind}`;
            if (!known.has(id) && !first.has(id)) first.set(id, { ...toKey(row.address, kind), b: block.number });
          }
      const existing = await table.batchGet([...first.values()], true);
      const found = new Set(existing.filter(({ b }) => Number(b) <= final).map(({ pk, sk }) => `${pk} ${sk}`));
      for (const id of first.keys()) known.set(id, true);
      return [...first.values()].filter(({ pk, sk }) => !found.has(`${pk} ${sk}`));
    },

    /** Call it after the orphans' rows are deleted. */
    async correct(orphans: readonly AddressRow[], ancestor: number, signal: () => AbortSignal): Promise<void> {
      known.clear();
      const touched = new Map(
        orphans.flatMap((row) => getKinds(row).map((kind) => [`${row.address}#${kind}`, toKey(row.address, kind)])),
      );
      const rows = await table.batchGet([...touched.values()], true);
      const wrong = rows.filter((row) => Number(row.b) > ancestor);
      await inParallel(wrong, MAX_PARALLEL_WRITES, async ({ pk, sk, b }) => {
        const { address } = parseKey(AddressChain.pk, pk);
        const { kind } = parseKey(AddressChain.sk, sk);
        const remaining = await earliest(address, kind, ancestor);
        const marker = toKey(address, kind);
        if (remaining === undefined) await table.deleteIf({ ...marker, b: Number(b) }, { b: Number(b) }, signal());
        else await table.write([{ put: { ...marker, b: remaining } }], signal);
      });
    },
  };
}
export type ActivityMarkers = ReturnType<typeof createActivityMarkers>;
