import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { toHex } from '../../core/table/hex';
import { key, parseKey } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { bytes, type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { PTxRow } from '../domain/rows';
import { ATTRIBUTE, txKey } from './items';

type TxJson = Pick<PTxRow, 'type' | 'additions'>;

const toKeys = (item: Stored) => ({
  id: `0x${parseKey(entities.PTx.pk, item.pk).hash}`,
  ...(item.g1s === undefined ? {} : { place: parseKey(entities.PTx.gsi1[1], item.g1s) }),
  ...(item.g2p === undefined ? {} : { type: parseKey(entities.PTx.gsi2[0], item.g2p).type as PTxRow['type'] }),
});

export const getTx = (item: Stored): PTxRow => ({
  ...toKeys(item),
  ...fromExactJson<TxJson>(text(item[ATTRIBUTE.json])),
  ...(item[ATTRIBUTE.blockHash] === undefined ? {} : { blockHash: toHex(bytes(item[ATTRIBUTE.blockHash])) }),
  ...(item[ATTRIBUTE.bytes] === undefined ? {} : { bytes: toHex(bytes(item[ATTRIBUTE.bytes])) }),
  ...(item[ATTRIBUTE.rewardTx] === undefined ? {} : { rewardTxId: toHex(bytes(item[ATTRIBUTE.rewardTx])) }),
});

export function pTxReader(table: Pick<Table, 'batchGet'>) {
  const { gsi1, gsi2 } = entities.PTx;
  return {
    /** Unordered; unknown IDs are omitted. */
    byIds: async (network: string, ids: readonly string[], consistent = false): Promise<PTxRow[]> =>
      (
        await table.batchGet(
          ids.map((id) => txKey(network, id)),
          consistent,
        )
      ).map(getTx),
    ofChain: (network: string, blocks: Blocks): List<PTxRow> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: getTx(item) }],
    }),
    ofType: (network: string, type: PTxRow['type'], blocks: Blocks): List<PTxRow> => ({
      index: 'gsi2',
      pk: key(gsi2[0], { network, type }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g2s), value: getTx(item) }],
    }),
  };
}

export type ListedTx = Pick<PTxRow, 'id'> & { readonly type: string };

export const pTxOfReader = () => ({
  /** `of`: an address (20 bytes) or a validation ID (32 bytes). */
  of: (network: string, of: string, blocks: Blocks): List<ListedTx> => ({
    pk: key(entities.PTxOf.pk, { network, of: of.slice(2) }),
    ...between(blocks),
    rows: (item) => [{ key: text(item.sk), value: { id: toHex(bytes(item.i)), type: text(item.k) } }],
  }),
});
