import { type Blocks, between } from '../../chain/rows/block-lists';
import { after, key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { keyOfOutput } from '../domain/derive';
import { fromExactJson } from '../domain/exact-json';
import type { PUtxoRow } from '../domain/rows';
import { ATTRIBUTE, utxoKey } from './items';

type OutputName = Pick<PUtxoRow, 'txId' | 'outputIndex'>;

/** Outputs that are read at once. */
const PAGE_ITEMS = 1_000;

const toRow = (item: Stored): PUtxoRow => fromExactJson<PUtxoRow>(text(item[ATTRIBUTE.json]));

/** Outputs of P-chains. */
export const pUtxoReader = (table: Pick<Table, 'query' | 'batchGet'>) => ({
  /** Those that have a row, each once, in no order. `consistent`: as they are now, even if they changed just now. */
  async byNames(network: string, names: readonly OutputName[], consistent = false): Promise<PUtxoRow[]> {
    const keys = new Map(names.map((one) => [keyOfOutput(one), utxoKey(network, one)]));
    return (await table.batchGet([...keys.values()], consistent)).map(toRow);
  },
  /** Of a transaction (0x and digits), in their order. `consistent`: as they are now, even if they changed just now. */
  async ofTx(network: string, id: string, consistent = false): Promise<PUtxoRow[]> {
    const pk = key(entities.PUtxo.pk, { network, hash: id.slice(2) });
    const rows: PUtxoRow[] = [];
    // Rows with many owners fill a Query long before the transaction ends.
    for await (const items of readPages(table, { pk, low: '0', high: after(''), limit: PAGE_ITEMS, consistent }))
      rows.push(...items.map(toRow));
    return rows;
  },
});

/** Outputs of P-chains by their owners: addresses of 20 bytes, 0x and digits. */
export function pUtxoOfReader(table: Pick<Table, 'query'>) {
  const { pk, gsi1, gsi2 } = entities.PUtxoOf;
  const of = (network: string, address: string) => ({ network, address: address.slice(2) });
  return {
    /** By when they came to be. `unspent`: those alone that are not spent. */
    byTime: (network: string, address: string, unspent: boolean, blocks: Blocks): List<PUtxoRow> => ({
      ...(unspent ? { index: 'gsi1', pk: key(gsi1[0], of(network, address)) } : { pk: key(pk, of(network, address)) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item[unspent ? 'g1s' : 'sk']), value: toRow(item) }],
    }),
    /** By amount, from one on: spent or not, of any block. */
    byAmount: (network: string, address: string, from: bigint): List<PUtxoRow> => ({
      index: 'gsi2',
      pk: key(gsi2[0], of(network, address)),
      low: String(from).padStart(20, '0'),
      high: after(''),
      rows: (item) => [{ key: text(item.g2s), value: toRow(item) }],
    }),
    /**
     * All, or all that are not spent, some at a time: the caller stops when it has enough. `consistent`: those that were
     * written just now are there, in the list of all.
     */
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
