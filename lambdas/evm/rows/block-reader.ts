import type { BlockRange } from '../../chain/domain/block-range';
import { type Blocks, between } from '../../chain/rows/block-lists';
import { toHex } from '../../core/table/hex';
import { after, key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { bytes, chainIn, type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { BlockRow } from '../domain/derive';
import { decodeBlock } from './codec';

export interface ListedBlock extends BlockRow {
  readonly chain: string;
}

const { Block } = entities;

const getRow = (item: Stored): BlockRow => ({
  ...decodeBlock(bytes(item.d)),
  number: Number(item.sk),
  hash: toHex(bytes(item.h)),
  time: Number(item.t),
});

/** Ascending, without heights that have no block. */
export async function readBlocks(
  table: Pick<Table, 'query'>,
  chain: string,
  { from, to }: BlockRange,
): Promise<BlockRow[]> {
  if (to < from) return [];
  const range = {
    pk: key(Block.pk, { chain }),
    low: key(Block.sk, { block: from }),
    high: after(key(Block.sk, { block: to })),
    // One more than there can be: a Query that reaches its limit is continued.
    limit: to - from + 2,
    consistent: true,
  };
  const rows: BlockRow[] = [];
  for await (const page of readPages(table, range)) rows.push(...page.map(getRow));
  return rows;
}

export function blockReader(table: Table) {
  const getBlock = (item: Stored): ListedBlock => ({ ...getRow(item), chain: chainIn(item) });
  return {
    async byNumber(chain: string, block: number): Promise<ListedBlock | undefined> {
      const item = await table.get({ pk: key(Block.pk, { chain }), sk: key(Block.sk, { block }) });
      return item && getBlock(item);
    },
    async byHash(chain: string, hash: string): Promise<ListedBlock | undefined> {
      const sk = Block.gsi1[1];
      const pk = key(Block.gsi1[0], { chain, hash });
      const { items } = await table.query({ index: 'gsi1', pk, low: sk, high: sk, ascending: true, limit: 1 });
      return items[0] && getBlock(items[0]);
    },
    ofChain: (chain: string, blocks: Blocks): List<ListedBlock> => ({
      pk: key(Block.pk, { chain }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: getBlock(item) }],
    }),
    ofNetwork: (network: 'mainnet' | 'testnet', until = '~'): List<ListedBlock> => ({
      index: 'gsi2',
      pk: key(Block.gsi2[0], { network }),
      low: '0',
      high: until,
      rows: (item) => [{ key: text(item.g2s), value: getBlock(item) }],
    }),
  };
}
