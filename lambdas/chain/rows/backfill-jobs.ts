import { DERIVATION } from '../../core/domain/derivations';
import { takeFenced } from '../../core/table/fenced-item';
import { after, justAbove } from '../../core/table/key';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import {
  type BackfillJob,
  type BackfillWorker,
  getVersion,
  restarted,
  type UncheckedBalances,
} from '../domain/backfill-job';
import type { BlockRange } from '../domain/block-range';
import { newRanges } from '../domain/history-plan';
import { countsBefore } from '../domain/transaction-counts';
import { JOB, JOB_PREFIX, jobKey, jobValue, newJobItem, planKey, readJob } from './backfill-item';
import { CURSOR, countsValue, cursorKey, readCursor } from './cursor-item';
import { hiddenAttribute } from './hidden-blocks';

const PAGE_JOBS = 100;

export class TakenOver extends Error {
  override readonly name = 'TakenOver';
}

/** Including finished ones, by first block. */
export async function getJobs(table: Table, chain: string): Promise<BackfillJob[]> {
  const { pk } = cursorKey(chain);
  const range = { pk, high: after(JOB_PREFIX), ascending: true, limit: PAGE_JOBS, consistent: true };
  const jobs: BackfillJob[] = [];
  for (let low = JOB_PREFIX; ; ) {
    const { items, more } = await table.query({ ...range, low });
    jobs.push(...items.map(readJob));
    const last = jobs.at(-1);
    if (!more || !last) return jobs;
    low = justAbove(jobKey(chain, last).sk);
  }
}

/** Adds jobs for the uncovered parts of a range, and returns how many. `now`: Unix ms. */
export async function addHistory(
  table: Table,
  chain: string,
  range: BlockRange,
  { workers, now }: { readonly workers: number; readonly now: number },
): Promise<number> {
  for (let count = 0; ; ) {
    // Read before the jobs: a concurrent plan changes the version, so jobs never overlap.
    const before = (await table.get(planKey(chain), true))?.v;
    const added = newRanges(await getJobs(table, chain), range, workers);
    if (added.length === 0) {
      // The new ranges do not count the transactions of ranges below them yet.
      if (count > 0) await joinCounts(table, chain);
      return count;
    }
    const version = { update: planKey(chain), set: { v: Number(before ?? 0) + 1 }, when: { v: before ?? ABSENT } };
    const puts = added.map((one) => ({ put: newJobItem(chain, { ...one, startedAt: now, fence: 0 }) }));
    if ((await table.transact([version, ...puts])).length === 0) count += added.length;
  }
}

/** Fences off the worker that has the job, or takes it meanwhile. */
export async function restartJob(table: Table, chain: string, { from, to }: BlockRange, now: number): Promise<void> {
  for (;;) {
    const job = (await getJobs(table, chain)).find((one) => one.from === from && one.to === to);
    if (!job) return;
    const put = newJobItem(chain, { ...restarted(job), startedAt: now, fence: job.fence + 1 });
    const when = { [JOB.fence]: job.fence, [JOB.next]: job.next };
    if ((await table.transact([{ put, when }])).length === 0) return;
  }
}

type Change = Partial<
  Record<'next' | 'cumulative' | 'transactions' | 'speed' | 'writeUnits' | 'doneAt', number> & {
    hash: string;
    parent: string;
    lastError: string | undefined;
    unchecked: UncheckedBalances | undefined;
  }
>;

/** Writing rows twice is harmless: only the latest holder can advance the job. */
export async function takeJob(
  table: Table,
  chain: string,
  found: BackfillJob,
  { index }: Pick<BackfillWorker, 'index'>,
) {
  const written = found.next === found.from ? undefined : getVersion(found);
  const [version, when] =
    written === undefined
      ? [{ [JOB.version]: DERIVATION, [JOB.versionFrom]: found.next }, { [JOB.next]: found.next }]
      : [{ [JOB.version]: Math.min(written, DERIVATION) }, {}];
  const set = { [JOB.worker]: index, ...version, [JOB.versionFence]: found.fence + 1 };
  const item = await takeFenced(table, jobKey(chain, found), readJob, found, { set }, when);
  if (!item) return undefined;
  return {
    get job(): BackfillJob {
      return item.state;
    },
    /** Throws TakenOver once another worker has the job. */
    async set(to: Change): Promise<void> {
      const fields = Object.entries(to) as [keyof Change, Change[keyof Change]][];
      const set = Object.fromEntries(
        fields.map(([name, value]) => [JOB[name], value === undefined ? undefined : jobValue(value, name)]),
      );
      if (!(await item.change({ set })))
        throw new TakenOver(
          `backfill of chain ${chain} from block ${item.state.from} was taken over by another worker`,
        );
    },
  };
}
export type HeldJob = NonNullable<Awaited<ReturnType<typeof takeJob>>>;

/** Does nothing if the job was restarted since it was read: then tracing starts over. */
export async function setTraced(
  table: Table,
  chain: string,
  job: BackfillJob,
  { tracedFrom, tracesEndedAt }: Pick<BackfillJob, 'tracedFrom' | 'tracesEndedAt'>,
): Promise<void> {
  const set = {
    ...(tracedFrom === undefined ? {} : { [JOB.tracedFrom]: tracedFrom }),
    ...(tracesEndedAt === undefined ? {} : { [JOB.tracesEndedAt]: tracesEndedAt }),
  };
  await table.changeIf(jobKey(chain, job), { set }, { [JOB.fence]: job.fence });
}

/** Stores the offsets of transaction counts. Call once a job is added or counted. Idempotent. */
export async function joinCounts(table: Table, chain: string): Promise<void> {
  for (;;) {
    // Read before the jobs: if two jobs end together, the update that missed the other is retried.
    const item = await table.get(cursorKey(chain), true);
    if (!item) return;
    const before = item[CURSOR.counts];
    const counts = countsValue(countsBefore(await getJobs(table, chain), readCursor(item).start));
    if (counts === before) return;
    const changes = { set: { [CURSOR.counts]: counts } };
    if (await table.updateIf(cursorKey(chain), changes, { [CURSOR.counts]: before ?? ABSENT })) return;
  }
}

/** false if the job's hidden blocks no longer equal `before`. */
export async function changeHidden(
  table: Pick<Table, 'updateIf'>,
  chain: string,
  job: BlockRange,
  before: readonly BlockRange[],
  ranges: readonly BlockRange[],
): Promise<boolean> {
  const [old, set] = [hiddenAttribute(job, before), hiddenAttribute(job, ranges)];
  const [[attribute = '', text] = []] = Object.entries(old);
  if (set[attribute] === text) return true;
  return (await table.updateIf(cursorKey(chain), { set }, { [attribute]: text ?? ABSENT })) !== undefined;
}
