import type { Table } from '../../core/table/table';
import type { AtHead, BlockIndexer, BlockSource, ChainSettings, RawStore } from '../kind';
import type { BlockRecords } from '../rows/block-records';
import type { Lease } from '../rows/lease';
import type { Bus } from './bus';
import type { IdleWork } from './idle-work';
import type { Measures } from './measures';

export interface FollowerDeps<Raw> {
  readonly chain: ChainSettings;
  readonly lease: Lease;
  readonly table: Pick<Table, 'write'>;
  readonly source: BlockSource<Raw>;
  readonly store: RawStore<Raw>;
  readonly indexer: BlockIndexer<Raw>;
  readonly idleWork: IdleWork;
  readonly records: BlockRecords;
  readonly bus: Pick<Bus, 'publish'>;
  readonly measures: Pick<Measures, 'published'>;
}

export const atHead = <Raw>({ lease, table }: FollowerDeps<Raw>): AtHead => ({
  mode: 'head',
  get cursor() {
    return lease.cursor;
  },
  signal: lease.signal,
  write: (writes) => table.write(writes, lease.signal),
});
