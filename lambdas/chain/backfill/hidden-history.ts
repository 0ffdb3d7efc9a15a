import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { type BackfillJob, unwrittenBlocks } from '../domain/backfill-job';
import { without } from '../domain/block-range';
import type { Cursor } from '../domain/cursor';
import type { ChainSettings } from '../kind';
import { changeHidden, TakenOver } from '../rows/backfill-jobs';

/**
 * Delay before the first block of a job is written, ms: functions of the API cache a cursor for a moment, and the
 * requests that began with it must have ended.
 */
const SETTLE_MS = 3_000;

interface Deps {
  readonly chain: Pick<ChainSettings, 'chainId'>;
  readonly table: Table;
  readonly timer: Pick<Timer, 'sleep'>;
}

/**
 * Hides from readers what a job has still to write: a half-written block is never shown, in history as little as at the
 * head. All of it and not only the slice in work, so that an older cursor in a reader's cache shows less, never more.
 * Blocks that are whole already, by this job before a restart, stay visible. Throws TakenOver if
 * another worker has the job.
 */
export async function hideUnwritten(
  { chain: { chainId }, table, timer }: Deps,
  found: BackfillJob,
  { start, hidden = [] }: Pick<Cursor, 'start' | 'hidden'>,
) {
  const before = hidden.find(({ job }) => job.from === found.from && job.to === found.to)?.ranges ?? [];
  let current = before;
  const update = async (job: BackfillJob): Promise<void> => {
    const ranges = unwrittenBlocks(job, start);
    if (!(await changeHidden(table, chainId, job, current, ranges)))
      throw new TakenOver(`backfill of chain ${chainId} from block ${job.from} was taken over by another worker`);
    current = ranges;
  };
  await update(found);
  if (without(current, before).length > 0) await timer.sleep(SETTLE_MS);
  return {
    /** The job has moved. */
    update,
  };
}
/** What `hideUnwritten` gives. */
export type HiddenHistory = Awaited<ReturnType<typeof hideUnwritten>>;

/**
 * Shows what finished jobs hide. They hide nothing, unless a worker that was slow to take the job hid it again after
 * another one had finished it.
 */
export async function showFinished(
  table: Pick<Table, 'updateIf'>,
  chain: string,
  jobs: readonly BackfillJob[],
  { hidden = [] }: Pick<Cursor, 'hidden'>,
): Promise<void> {
  for (const { job, ranges } of hidden) {
    const done = jobs.some(({ from, to, doneAt }) => from === job.from && to === job.to && doneAt !== undefined);
    if (done) await changeHidden(table, chain, job, ranges, []);
  }
}
