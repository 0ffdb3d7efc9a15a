import type { Chain } from '../../contract/config';
import type { DerivedBlock } from '../../domain/evm/derive';
import type { BlockRef } from '../../domain/evm/rpc';
import { decodeBlock } from '../../table/codec';
import type { Item, ItemKey } from '../../table/item';
import { after, key, keyPrefix } from '../../table/key';
import { itemsOf } from '../../table/rows';
import { entities } from '../../table/schema';
import { bytesOf, hexOf } from './cursor-item';
import type { Lease, Place } from './lease';
import { conditionFailed, inParallel, type Table } from './table';

type ChainRef = Pick<Chain, 'chainId' | 'network'>;
/** Kinds of activity in an address's mask: 1 native. Token kinds come with the token indexer. */
const NATIVE = 1;
/** Addresses that a worker remembers as having their row: about 10 MB. */
const REMEMBERED = 200_000;
/** Single conditional writes under way at once. */
const IN_FLIGHT = 16;

/** Writes and unwrites the rows of one chain's blocks, under a lease. */
export function openBlockRows(table: Table, chain: ChainRef, lease: Lease) {
  const { chainId } = chain;
  let known = new Set<string>();

  const witnessKey = (address: string): ItemKey => ({
    pk: key(entities.AddressChain.pk, { address }),
    sk: key(entities.AddressChain.sk, { chain: chainId }),
  });
  const recordKey = (hash: string): ItemKey => ({
    pk: key(entities.BlockRecord.pk, { chain: chainId, hash }),
    sk: entities.BlockRecord.sk,
  });
  const touched = (blocks: readonly DerivedBlock[]) =>
    new Set(blocks.flatMap((b) => b.addresses.map((a) => a.address)));

  /** Witness rows of addresses that are seen here for the first time, with the first block that shows them. */
  const newWitnesses = async (blocks: readonly DerivedBlock[]): Promise<Item[]> => {
    const unknown = [...touched(blocks)].filter((address) => !known.has(address));
    const rows = await table.batchGet(unknown.map(witnessKey), true);
    const there = new Set(rows.map((row) => row.pk));
    const absent = unknown.filter((address) => !there.has(witnessKey(address).pk));
    if (known.size > REMEMBERED) known = new Set();
    for (const address of unknown) known.add(address);
    const firstBlock = new Map<string, number>();
    for (const { block, addresses } of blocks)
      for (const { address } of addresses) if (!firstBlock.has(address)) firstBlock.set(address, block.number);
    return absent.map((address) => ({ ...witnessKey(address), b: firstBlock.get(address), m: NATIVE }));
  };

  /** One witness of an address after a rollback: its earliest remaining row, or none. */
  const witnessLeft = async (address: string, ancestor: number): Promise<number | undefined> => {
    const { pk, sk } = entities.AddressTx;
    const range = { low: keyPrefix(sk, { block: 0 }), high: after(keyPrefix(sk, { block: Math.max(0, ancestor) })) };
    const { items } = await table.query({
      pk: key(pk, { chain: chainId, address }),
      ...range,
      ascending: true,
      limit: 1,
      consistent: true,
    });
    // `n#{block}#{row}`
    return items[0] && ancestor >= 0 ? Number(String(items[0].sk).split('#')[1]) : undefined;
  };

  return {
    /** All rows of blocks that stand on the cursor. A repeat writes the same. */
    async write(blocks: readonly DerivedBlock[]): Promise<void> {
      const items = [...blocks.flatMap((block) => itemsOf(block, chain)), ...(await newWitnesses(blocks))];
      const writes = items.map((put) => ({ put }));
      await table.write(writes, lease.signal);
    },

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

    /** Corrects the witnesses that stood on orphans, of the addresses that these touched, once the facts are gone. */
    async correctWitnesses(addresses: ReadonlySet<string>, ancestor: number): Promise<void> {
      known = new Set();
      const rows = await table.batchGet([...addresses].map(witnessKey), true);
      await inParallel(
        rows.filter((row) => Number(row.b) > ancestor),
        IN_FLIGHT,
        async (row) => {
          const address = String(row.pk).split('#')[1] ?? '';
          const left = await witnessLeft(address, ancestor);
          if (left === undefined)
            await table.removeIf({ ...witnessKey(address), b: Number(row.b) }, 'b', Number(row.b), lease.signal());
          else await table.write([{ put: { ...witnessKey(address), b: left, m: NATIVE } }], lease.signal);
        },
      );
    },

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
