import type { BlockRef } from '../../../domain/chain/block';
import type { AddressRow, DerivedBlock } from '../../../domain/evm/derive';
import { decodeBlock } from '../../../table/evm/codec';
import { internalAddresses, internalTxItemsOf, type TracedBlock } from '../../../table/evm/internal-rows';
import type { Item } from '../../../table/item';
import { key, literalOf } from '../../../table/key';
import { entities } from '../../../table/schema';
import { bytesOf, hexOf } from '../chain/cursor-item';
import type { Lease } from '../chain/lease';
import { inParallel, type Table } from '../table';
import { openActivityMarkers } from './activity-markers';

/** An indexed block, as the lane of traces looks at it. `time` in Unix seconds. */
export interface IndexedBlock extends BlockRef {
  readonly time: number;
  readonly txCount: number;
}

/** Single conditional writes under way at once. */
const IN_FLIGHT = 16;
/** Keys that hold what the lane alone writes; other rows may by now be of another block, or of the head. */
const isList = ({ pk, sk }: Item): boolean =>
  pk.startsWith(literalOf(entities.AddressInternal.pk)) && sk.startsWith(literalOf(entities.AddressInternal.sk));

/** Writes and unwrites what traces tell of one chain's blocks, under a lease of its lane, or of its head. */
export function openInternalTxRows(table: Table, chain: string, lease: Pick<Lease, 'signal'>) {
  let markers = openActivityMarkers(table, chain);
  // Of their own: what the others remember as written may stand on a block that is an orphan tomorrow.
  const final = openActivityMarkers(table, chain);
  return {
    /** The blocks from `from` to `to` that are indexed, ascending. */
    async blocks(from: number, to: number): Promise<IndexedBlock[]> {
      if (to < from) return [];
      const { pk, sk } = entities.Block;
      const range = { low: key(sk, { block: from }), high: key(sk, { block: to }), limit: to - from + 1 };
      const { items } = await table.query({ pk: key(pk, { chain }), ...range, ascending: true, consistent: true });
      return items.map((item) => ({
        number: Number(item.sk),
        hash: hexOf(item.h as Uint8Array),
        time: Number(item.t),
        txCount: decodeBlock(item.d as Uint8Array).txCount,
      }));
    },

    /** All rows of blocks that stand on the lane. A repeat writes the same. */
    async write(blocks: readonly TracedBlock[]): Promise<void> {
      const first = await markers.missing(seenIn(blocks));
      const items = [...blocks.flatMap((block) => internalTxItemsOf(block, chain)), ...first];
      await table.write(
        items.map((put) => ({ put })),
        lease.signal,
      );
    },

    /**
     * All rows of blocks that stay, below the lane: markers come after the rows, and one above `upTo` counts for
     * nothing, as a rollback that looked for older blocks before ours were there must not take it away behind our back.
     */
    async writeFinal(blocks: readonly TracedBlock[], upTo: number): Promise<void> {
      const put = (items: readonly Item[]) =>
        table.write(
          items.map((item) => ({ put: item })),
          lease.signal,
        );
      await put(blocks.flatMap((block) => internalTxItemsOf(block, chain)));
      await put(await final.missing(seenIn(blocks), upTo));
    },

    /** Deletes the facts of a block that is no more. What another block may have written since goes only while it is this one's. */
    async remove(block: TracedBlock): Promise<void> {
      const items = internalTxItemsOf(block, chain);
      await table.write(
        items.filter(isList).map((item) => ({ delete: item })),
        lease.signal,
      );
      const others = items.filter((item) => !isList(item));
      await inParallel(others, IN_FLIGHT, async (item) => {
        await table.deleteIf(item, { h: bytesOf(block.derived.block.hash) }, lease.signal());
      });
    },

    /** Corrects the activity markers of these addresses that name a block above `ancestor`, once the rows are gone. */
    correctMarkers: (touched: readonly AddressRow[], ancestor: number): Promise<void> =>
      markers.correct(touched, ancestor, lease.signal),

    /** The head has rolled back: what was remembered as written may be gone. */
    forget(): void {
      markers = openActivityMarkers(table, chain);
    },
  };
}
const seenIn = (blocks: readonly TracedBlock[]): DerivedBlock[] =>
  blocks.map(({ derived, internalTxs }) => ({ ...derived, addresses: internalAddresses(internalTxs) }));

/** What `openFrameRows` gives. */
export type InternalTxRows = ReturnType<typeof openInternalTxRows>;
