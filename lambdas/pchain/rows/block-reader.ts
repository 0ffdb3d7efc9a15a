import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { after, key, keyPrefix } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { PBlockRow } from '../domain/rows';
import { ATTRIBUTE } from './items';

const getBlock = (item: Stored): PBlockRow => fromExactJson<PBlockRow>(text(item[ATTRIBUTE.json]));

export function pBlockReader(table: Pick<Table, 'get' | 'query'>) {
  const { pk, sk, gsi1, gsi2, gsi3 } = entities.PBlock;
  return {
    /** Only a `consistent` read sees a block just written. */
    async byNumber(network: string, block: number, consistent = false): Promise<PBlockRow | undefined> {
      const item = await table.get({ pk: key(pk, { network }), sk: key(sk, { block }) }, consistent);
      return item && getBlock(item);
    },
    /** Always strongly consistent, as the head was just written. */
    async head(network: string, block: number): Promise<PBlockRow | undefined> {
      const item = await table.get({ pk: key(pk, { network }), sk: key(sk, { block }) }, true);
      return item && getBlock(item);
    },
    async byHash(network: string, hash: string): Promise<PBlockRow | undefined> {
      const at = { low: gsi1[1], high: gsi1[1], ascending: true, limit: 1 };
      const { items } = await table.query({
        ...at,
        index: 'gsi1',
        pk: key(gsi1[0], { network, hash: hash.slice(2) }),
      });
      return items[0] && getBlock(items[0]);
    },
    /** At or after a time (Unix seconds). */
    async firstSince(network: string, time: number): Promise<number | undefined> {
      const low = keyPrefix(gsi2[1], { time });
      const range = { low, high: after(''), ascending: true, limit: 1 };
      const { items } = await table.query({ ...range, index: 'gsi2', pk: key(gsi2[0], { network }) });
      return items[0] && getBlock(items[0]).number;
    },
    /** Before a time (Unix seconds). */
    async lastBefore(network: string, time: number): Promise<number | undefined> {
      const high = keyPrefix(gsi2[1], { time });
      const range = { low: '0', high, ascending: false, limit: 1 };
      const { items } = await table.query({ ...range, index: 'gsi2', pk: key(gsi2[0], { network }) });
      return items[0] && getBlock(items[0]).number;
    },
    ofChain: (network: string, blocks: Blocks): List<PBlockRow> => ({
      pk: key(pk, { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: getBlock(item) }],
    }),
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<PBlockRow> => ({
      index: 'gsi3',
      pk: key(gsi3[0], { network, node: nodeId.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g3s), value: getBlock(item) }],
    }),
  };
}
