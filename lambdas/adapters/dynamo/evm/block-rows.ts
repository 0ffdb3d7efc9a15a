import type { Chain } from '../../../contract/config';
import type { BlockRef } from '../../../domain/chain/block';
import type { DerivedBlock } from '../../../domain/evm/derive';
import { decodeBlock } from '../../../table/evm/codec';
import { itemsOf } from '../../../table/evm/rows';
import type { Item, ItemKey } from '../../../table/item';
import { key, keyPrefix } from '../../../table/key';
import { entities } from '../../../table/schema';
import { bytesOf, hexOf } from '../chain/cursor-item';
import type { Lease, Place } from '../chain/lease';
import { conditionFailed, inParallel, type Table } from '../table';
import { openHoldings, type Read } from '../tokens/holdings';
import { openWitnesses } from './witnesses';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;
/** Single conditional writes under way at once. */
const IN_FLIGHT = 16;

/** Writes and unwrites the rows of one chain's blocks, under a lease. */
export function openBlockRows(table: Table, chain: ChainRef, lease: Lease) {
  const { chainId } = chain;
  const recordKey = (hash: string): ItemKey => ({
    pk: key(entities.BlockRecord.pk, { chain: chainId, hash }),
    sk: entities.BlockRecord.sk,
  });
  const witnesses = openWitnesses(table, chainId, lease);
  const holdings = openHoldings(table, chainId, lease);

  return {
    /** All rows of blocks that stand on the cursor, and others in the same batches. A repeat writes the same. */
    async write(blocks: readonly DerivedBlock[], reads: readonly Read[], others: readonly Item[] = []): Promise<void> {
      const own = blocks.flatMap((block) => itemsOf(block, chain));
      const items = [...own, ...others, ...(await witnesses.missing(blocks))];
      await table.write([...items.map((put) => ({ put })), ...holdings.writes(reads)], lease.signal);
    },
    /** What addresses hold, read anew. */
    writeHoldings: (reads: readonly Read[]): Promise<void> => table.write(holdings.writes(reads), lease.signal),
    owedHoldings: holdings.owed,

    /**
     * Deletes the facts of an orphan. A transaction's row may belong to another block by now: it goes only while it
     * carries the orphan's hash.
     */
    async remove(orphan: DerivedBlock): Promise<void> {
      const items = itemsOf(orphan, chain);
      const isShared = ({ pk }: Item) => pk.startsWith(keyPrefix(entities.Tx.pk, {}));
      const own = items.filter((item) => !isShared(item)).map((item) => ({ delete: item }));
      await table.write(own, lease.signal);
      await inParallel(items.filter(isShared), IN_FLIGHT, (item) =>
        table.removeIf(item, 'h', bytesOf(orphan.block.hash), lease.signal()),
      );
    },

    correctWitnesses: witnesses.correct,

    /**
     * How often this block became canonical here, this time in. A block can become so at most once an epoch, since a
     * rollback raises it: a repeat within the epoch counts nothing.
     */
    async incarnation(hash: string): Promise<number> {
      try {
        const record = await table.update(
          recordKey(hash),
          {
            UpdateExpression: 'SET #i = if_not_exists(#i, :zero) + :one, #e = :e',
            ConditionExpression: 'attribute_not_exists(#e) OR #e < :e',
            ExpressionAttributeNames: { '#i': 'i', '#e': 'e' },
            ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':e': lease.cursor.epoch },
            ReturnValues: 'ALL_NEW',
          },
          lease.signal(),
        );
        return Number(record?.i);
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        return this.incarnationOf(hash);
      }
    },

    /** The count as it stands. */
    async incarnationOf(hash: string): Promise<number> {
      return Number((await table.get(recordKey(hash), true))?.i ?? 1);
    },

    /** The hashes of the newest indexed blocks, `to` first. */
    async hashesDown(to: number, count: number): Promise<BlockRef[]> {
      const { pk, sk } = entities.Block;
      const range = { low: key(sk, { block: 0 }), high: key(sk, { block: Math.max(to, 0) }) };
      const { items } = await table.query({
        pk: key(pk, { chain: chainId }),
        ...range,
        ascending: false,
        limit: count,
        consistent: true,
      });
      return to < 0 ? [] : items.map((item) => ({ number: Number(item.sk), hash: hexOf(item.h as Uint8Array) }));
    },

    /** Where the cursor stands on a block that is indexed; undefined where there is none. */
    async place(number: number): Promise<Place | undefined> {
      if (number < 0) return undefined;
      const { pk, sk } = entities.Block;
      const item = await table.get({ pk: key(pk, { chain: chainId }), sk: key(sk, { block: number }) }, true);
      if (!item) return undefined;
      const { cumulative } = decodeBlock(item.d as Uint8Array);
      return { number, hash: hexOf(item.h as Uint8Array), time: Number(item.t), cumulative };
    },
  };
}
/** What `openBlockRows` gives. */
export type BlockRows = ReturnType<typeof openBlockRows>;
