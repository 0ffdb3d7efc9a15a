import type { Bus } from '../../adapters/aws/bus';
import type { BlockRecords } from '../../adapters/dynamo/chain/block-records';
import type { Lease } from '../../adapters/dynamo/chain/lease';
import type { Table } from '../../adapters/dynamo/table';
import type { AtHead, BlockIndexer, BlockSource, ChainSettings, RawStore } from './chain';
import type { IdleWork } from './idle-work';
import type { Measures } from './measures';

/** Everything that following one chain needs, under a lease. */
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

/** How an indexer writes at the head. */
export const atHead = <Raw>({ lease, table }: FollowerDeps<Raw>): AtHead => ({
  mode: 'head',
  get cursor() {
    return lease.cursor;
  },
  signal: lease.signal,
  write: (writes) => table.write(writes, lease.signal),
});
