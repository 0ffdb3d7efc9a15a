import { toHex } from '../../core/table/hex';
import { after, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { bytes } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { EventKind } from './kind';

export const evmBlockFrom =
  (table: Table): EventKind['blockFrom'] =>
  async (chain, number) => {
    const { Block, BlockRecord } = entities;
    const range = { low: key(Block.sk, { block: number }), high: after('9'), ascending: true, limit: 1 };
    const { items } = await table.query({ pk: key(Block.pk, { chain }), ...range, consistent: true });
    const [block] = items;
    if (!block) return undefined;
    const hash = toHex(bytes(block.h));
    const record = await table.get({ pk: key(BlockRecord.pk, { chain, hash }), sk: BlockRecord.sk }, true);
    const { i = 1, e = 0, q = 0 } = record ?? {};
    return {
      ...{ number: parseKey(Block.sk, block.sk).block, hash, time: Number(block.t) },
      ...{ incarnation: Number(i), epoch: Number(e), serial: Number(q) },
    };
  };
