import { type Blocks, between } from '../../chain/rows/block-lists';
import { fromExactJson } from '../../core/domain/exact-json';
import { key } from '../../core/table/key';
import type { List } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { DelegatorStatus, PDelegatorRow } from '../domain/delegators';
import type { Place } from '../domain/replay/state';
import type { PValidatorRow, ValidatorStatus } from '../domain/validators';
import { ATTRIBUTE } from './items';
import { stakeKey } from './stake-items';

type StakeRef = { readonly nodeId: string; readonly created: Place };

/** By creation of the stake. */
function stakeReader<Row, Status extends string>(entity: 'PValidator' | 'PDelegator', table: Pick<Table, 'batchGet'>) {
  const { pk, gsi1, gsi2, gsi3 } = entities[entity];
  const toRow = (item: Stored): Row => fromExactJson<Row>(text(item[ATTRIBUTE.json]));
  return {
    ofNode: (network: string, nodeId: string, blocks: Blocks): List<Row> => ({
      pk: key(pk, { network, node: nodeId.slice(2) }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.sk), value: toRow(item) }],
    }),
    ofStatus: (network: string, status: Status, blocks: Blocks): List<Row> => ({
      index: 'gsi1',
      pk: key(gsi1[0], { network, status }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g1s), value: toRow(item) }],
    }),
    all: (network: string, blocks: Blocks): List<Row> => ({
      index: 'gsi2',
      pk: key(gsi2[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g2s), value: toRow(item) }],
    }),
    /** Active and pending stakes of the primary network. */
    current: (network: string, blocks: Blocks): List<Row> => ({
      index: 'gsi3',
      pk: key(gsi3[0], { network }),
      ...between(blocks),
      rows: (item) => [{ key: text(item.g3s), value: toRow(item) }],
    }),
    /** Unordered. */
    byPlaces: async (network: string, places: readonly StakeRef[]): Promise<Row[]> =>
      (await table.batchGet(places.map((place) => stakeKey(entity, network, place)))).map(toRow),
  };
}

export const pValidatorReader = (table: Pick<Table, 'batchGet'>) =>
  stakeReader<PValidatorRow, ValidatorStatus>('PValidator', table);

/** Primary network only. */
export const pDelegatorReader = (table: Pick<Table, 'batchGet'>) =>
  stakeReader<PDelegatorRow, DelegatorStatus>('PDelegator', table);
