import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { type BackfillJob, unwrittenBlocks } from '../domain/backfill-job';
import { without } from '../domain/block-range';
import type { Cursor } from '../domain/cursor';
import type { ChainSettings } from '../kind';
import { changeHidden, TakenOver } from '../rows/backfill-jobs';

/** Delay before the first write, ms: requests that began with an older cached cursor must end. */
const SETTLE_MS = 3_000;

interface Deps {
  readonly chain: Pick<ChainSettings, 'chainId'>;
  readonly table: Table;
  readonly timer: Pick<Timer, 'sleep'>;
}

/**
 * Hides all remaining blocks, not only the current slice: a reader with an older cached cursor then
 * sees less, never a partial block. Blocks completed before a restart stay visible. Throws
 * TakenOver.
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
    update,
  };
}
export type HiddenHistory = Awaited<ReturnType<typeof hideUnwritten>>;

/** Shows the blocks of finished jobs that a slow worker hid again. */
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
