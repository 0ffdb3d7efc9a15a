import type { Timer } from '../../adapters/clock';
import type { Table } from '../../adapters/dynamo/table';
import type { BackfillWorker } from '../../domain/chain/backfill-job';
import type { BlockIndexer, BlockSource, ChainSettings, RawStore } from './chain';
import type { Pace } from './pace';

/** The dependencies of a backfill. */
export interface BackfillDeps<Raw> {
  readonly chain: ChainSettings;
  readonly table: Table;
  readonly source: BlockSource<Raw>;
  readonly store: Pick<RawStore<Raw>, 'putSlice'>;
  readonly indexer: BlockIndexer<Raw>;
  readonly pace: Pace;
  /** Others work on other ranges of the same chain at the same time. */
  readonly worker: BackfillWorker;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep'>;
}
