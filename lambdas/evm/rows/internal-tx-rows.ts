import type { BlockRef } from '../../chain/domain/block';
import { getCursor } from '../../chain/follower/cursor-of';
import type { Lease } from '../../chain/rows/lease';
import { placeRow } from '../../chain/rows/place-row';
import { inParallel } from '../../core/runtime/concurrency';
import { hexToBytes } from '../../core/table/hex';
import type { Item } from '../../core/table/item';
import { toLiteral } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { AddressRow, DerivedBlock } from '../domain/derive';
import { createActivityMarkers } from './activity-markers';
import { readBlocks } from './block-reader';
import { getInternalTxItems, internalAddresses, type TracedBlock } from './internal-rows';

/** `time` in Unix seconds. */
export interface IndexedBlock extends BlockRef {
  readonly time: number;
  readonly txCount: number;
}

const MAX_PARALLEL_WRITES = 16;
/** Only tracing writes these. Other rows may belong to another block, or to the follower. */
const isList = ({ pk, sk }: Item): boolean =>
  pk.startsWith(toLiteral(entities.AddressInternal.pk)) && sk.startsWith(toLiteral(entities.AddressInternal.sk));

export function createInternalTxRows(table: Table, chain: string, lease: Pick<Lease, 'signal'>) {
  let markers = createActivityMarkers(table, chain);
  // Apart: the cache of `markers` can hold markers of blocks that become orphans.
  const final = createActivityMarkers(table, chain);
  return {
    blocks: (from: number, to: number): Promise<IndexedBlock[]> => readBlocks(table, chain, { from, to }),

    /** Blocks above the trace cursor. Idempotent. */
    async write(blocks: readonly TracedBlock[]): Promise<void> {
      const first = await markers.missing(seenIn(blocks));
      const items = [...blocks.flatMap((block) => getInternalTxItems(block, chain)), ...first];
      await table.write(
        items.map((put) => ({ put })),
        lease.signal,
      );
    },

    // Final blocks below the trace cursor, markers last. `upTo`: the `final` of `missing`.
    async writeFinal(blocks: readonly TracedBlock[], upTo: number): Promise<void> {
      const put = (items: readonly Item[]) =>
        table.write(
          items.map((item) => ({ put: item })),
          lease.signal,
        );
      const second = (await getCursor(table, chain))?.second;
      await put(
        blocks.flatMap((block) =>
          getInternalTxItems(block, chain).map((item) => placeRow(second, item, block.derived.block.number)),
        ),
      );
      await put(await final.missing(seenIn(blocks), upTo));
    },

    /** Rows that another block can have overwritten are deleted only with the orphan's hash. */
    async remove(block: TracedBlock): Promise<void> {
      const second = (await getCursor(table, chain))?.second;
      const items = getInternalTxItems(block, chain).map((item) => placeRow(second, item, block.derived.block.number));
      await table.write(
        items.filter(isList).map((item) => ({ delete: item })),
        lease.signal,
      );
      const others = items.filter((item) => !isList(item));
      await inParallel(others, MAX_PARALLEL_WRITES, async (item) => {
        await table.deleteIf(item, { h: hexToBytes(block.derived.block.hash) }, lease.signal());
      });
    },

    /** Call it after the rows are deleted. */
    correctMarkers: (touched: readonly AddressRow[], ancestor: number): Promise<void> =>
      markers.correct(touched, ancestor, lease.signal),

    /** A rollback of the head may have deleted cached markers. */
    forget(): void {
      markers = createActivityMarkers(table, chain);
    },
  };
}
const seenIn = (blocks: readonly TracedBlock[]): DerivedBlock[] =>
  blocks.map(({ derived, internalTxs }) => ({ ...derived, addresses: internalAddresses(internalTxs) }));

export type InternalTxRows = ReturnType<typeof createInternalTxRows>;
