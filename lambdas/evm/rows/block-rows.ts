import type { BlockRef } from '../../chain/domain/block';
import type { Position } from '../../chain/domain/cursor';
import { inParallel } from '../../core/runtime/concurrency';
import { hexToBytes, toHex } from '../../core/table/hex';
import type { Item } from '../../core/table/item';
import { key, keyPrefix } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { decodeBlock } from './codec';

const MAX_PARALLEL_WRITES = 16;

export function createBlockRows(table: Table, chain: string) {
  const { pk, sk } = entities.Block;
  return {
    /** A transaction's row may be another block's by now: delete it only with the orphan's hash. */
    async remove(items: readonly Item[], hash: string, signal: () => AbortSignal): Promise<void> {
      const isShared = ({ pk }: Item) => pk.startsWith(keyPrefix(entities.Tx.pk, {}));
      const own = items.filter((item) => !isShared(item)).map((item) => ({ delete: item }));
      await table.write(own, signal);
      await inParallel(items.filter(isShared), MAX_PARALLEL_WRITES, async (item) => {
        await table.deleteIf(item, { h: hexToBytes(hash) }, signal());
      });
    },

    async hashesDown(to: number, count: number): Promise<BlockRef[]> {
      if (to < 0) return [];
      const { items } = await table.query({
        pk: key(pk, { chain }),
        low: key(sk, { block: 0 }),
        high: key(sk, { block: to }),
        ascending: false,
        limit: count,
        consistent: true,
      });
      return items.map((item) => ({ number: Number(item.sk), hash: toHex(item.h as Uint8Array) }));
    },

    async positionAt(number: number): Promise<Position | undefined> {
      if (number < 0) return undefined;
      const item = await table.get({ pk: key(pk, { chain }), sk: key(sk, { block: number }) }, true);
      if (!item) return undefined;
      const { cumulative } = decodeBlock(item.d as Uint8Array);
      return { number, hash: toHex(item.h as Uint8Array), time: Number(item.t), cumulative };
    },
  };
}
