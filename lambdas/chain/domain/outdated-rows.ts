import type { RowFamily } from '../../core/domain/copies';
import { DERIVATION_CHANGES } from '../../core/domain/derivations';
import { type BackfillJob, getLast } from './backfill-job';
import { type BlockRange, joinRanges, without } from './block-range';
import type { Cursor } from './cursor';
import { type DerivedBy, readDerived } from './derived-by';
import { indexedRanges } from './indexed-ranges';

/** Rows that this code would derive otherwise. */
export interface OutdatedRows {
  readonly families: readonly RowFamily[];
  readonly lacks: string;
  /** Ascending. */
  readonly ranges: readonly BlockRange[];
}

/** By change of the code. `families`: those that the chain has. */
export function outdatedRows(
  cursor: Cursor,
  jobs: readonly BackfillJob[],
  families: readonly RowFamily[],
): OutdatedRows[] {
  const indexed = indexedRanges(cursor, jobs);
  const sources: DerivedBy[] = [
    ...jobs.map((job) => ({ from: job.from, to: getLast(job, cursor.start), version: job.version ?? 1 })),
    ...readDerived(cursor.derived),
  ];
  return DERIVATION_CHANGES.flatMap(({ version, families: changed, lacks }) => {
    const own = changed.filter((family) => families.includes(family));
    const ranges = own.flatMap((family) =>
      without(
        indexed,
        sources
          .filter((one) => one.version >= version && (one.families?.includes(family) ?? true))
          .map(({ from, to = Number.MAX_SAFE_INTEGER }) => ({ from, to })),
      ),
    );
    return ranges.length === 0 ? [] : [{ families: own, lacks, ranges: joinRanges(ranges) }];
  });
}
