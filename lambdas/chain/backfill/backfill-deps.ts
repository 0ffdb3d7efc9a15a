import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { BackfillWorker } from '../domain/backfill-job';
import type { Pace } from '../follower/pace';
import type { BlockIndexer, BlockSource, ChainSettings, RawStore } from '../kind';

export interface BackfillDeps<Raw> {
  readonly chain: ChainSettings;
  readonly table: Table;
  readonly source: BlockSource<Raw>;
  readonly store: Pick<RawStore<Raw>, 'putSlice'>;
  readonly indexer: BlockIndexer<Raw>;
  readonly pace: Pace;
  readonly worker: BackfillWorker;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep'>;
}
