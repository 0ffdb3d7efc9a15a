import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { after, key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { keyOfOutput } from '../domain/derive';
import type { PUtxoRow } from '../domain/rows';
import { ATTRIBUTE, utxoKey } from './items';

type OutputName = Pick<PUtxoRow, 'txId' | 'outputIndex'>;

const PAGE_ITEMS = 1_000;

const toRow = (item: Stored): PUtxoRow => fromExactJson<PUtxoRow>(text(item[ATTRIBUTE.json]));

export const pUtxoReader = (table: Pick<Table, 'query' | 'batchGet'>) => ({
  /** Unordered, without duplicates; outputs without a row are omitted. */
  async byNames(network: string, names: readonly OutputName[], consistent = false): Promise<PUtxoRow[]> {
    const keys = new Map(names.map((one) => [keyOfOutput(one), utxoKey(network, one)]));
    return (await table.batchGet([...keys.values()], consistent)).map(toRow);
  },
  async ofTx(network: string, id: string, consistent = false): Promise<PUtxoRow[]> {
    const pk = key(entities.PUtxo.pk, { network, hash: id.slice(2) });
    const rows: PUtxoRow[] = [];
    // Rows with many owners can exceed the size limit of one Query.
    for await (const items of readPages(table, { pk, low: '0', high: after(''), limit: PAGE_ITEMS, consistent }))
      rows.push(...items.map(toRow));
    return rows;
  },
});

export function pUtxoOfReader(table: Pick<Table, 'query'>) {
  const { pk, gsi1, gsi2 } = entities.PUtxoOf;
  const of = (network: string, address: string) => ({ network, address: address.slice(2) });
  return {
    byTime: (network: string, address: string, unspent: boolean, blocks: Blocks): List<PUtxoRow> => ({
      ...(unspent ? { index: 'gsi1', pk: key(gsi1[0], of(network, address)) } : { pk: key(pk, of(network, address)) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item[unspent ? 'g1s' : 'sk']), value: toRow(item) }],
    }),
    /** Starting at `from`. Spent and unspent, of any block. */
    byAmount: (network: string, address: string, from: bigint): List<PUtxoRow> => ({
      index: 'gsi2',
      pk: key(gsi2[0], of(network, address)),
      low: String(from).padStart(20, '0'),
      high: after(''),
      rows: (item) => [{ key: text(item.g2s), value: toRow(item) }],
    }),
    /** `consistent` is ignored for `unspent`, which reads from an index. */
    async *pages(
      network: string,
      address: string,
      unspent: boolean,
      consistent = false,
    ): AsyncGenerator<readonly PUtxoRow[]> {
      const index = unspent ? ({ index: 'gsi1', pk: key(gsi1[0], of(network, address)) } as const) : undefined;
      const range = { low: '0', high: after(''), limit: PAGE_ITEMS };
      const list = index ?? { pk: key(pk, of(network, address)), consistent };
      for await (const items of readPages(table, { ...range, ...list })) yield items.map(toRow);
    },
  };
}
