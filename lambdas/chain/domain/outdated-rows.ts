import type { RowFamily } from '../../core/domain/copies';
import { DERIVATION_CHANGES } from '../../core/domain/derivations';
import { type BackfillJob, getLast, getVersion } from './backfill-job';
import { type BlockRange, joinRanges, without } from './block-range';
import type { Cursor } from './cursor';
import { asHeldBy, type DerivedBy, readDerived, unlessRewritten } from './derived-by';
import { indexedRanges } from './indexed-ranges';

/** Rows that this code would derive otherwise. */
export interface OutdatedRows {
  readonly families: readonly RowFamily[];
  readonly lacks: string;
  /** Ascending. */
  readonly ranges: readonly BlockRange[];
}

/** One entry per change in `DERIVATION_CHANGES`. `families`: the row families of this kind of chain. */
export function outdatedRows(
  cursor: Cursor,
  jobs: readonly BackfillJob[],
  families: readonly RowFamily[],
): OutdatedRows[] {
  const indexed = indexedRanges(cursor, jobs);
  const sources: DerivedBy[] = [
    ...jobs.map((job) => derivedByJob(job, cursor.start)),
    ...readDerived(cursor.derived).flatMap((one) => unlessRewritten(asHeldBy(cursor.fence, one), jobs)),
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

/** A restarted job has not yet written all blocks that are visible. */
const derivedByJob = (job: BackfillJob, start: number): DerivedBy => ({
  from: job.versionFrom ?? job.from,
  to: Math.min(getLast(job, start), job.next - 1),
  version: getVersion(job) ?? 1,
});
