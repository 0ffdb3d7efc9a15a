/** The matcher's work on one block event, numbered by the chain's follower. */
export interface DoneEvent {
  readonly serial: number;
  readonly block: number;
  readonly kind: 'added' | 'removed';
}

/**
 * Events with consecutive serials whose block numbers rise (`a`) or, for removals (`r`), fall by one. Those that were
 * skipped (`s`) have no block.
 */
type EventRun = readonly [serial: number, block: number, count: number, kind: 'a' | 'r' | 's'];
/** Consecutive canonical blocks with consecutive serials. */
type PathRun = readonly [block: number, serial: number, count: number];
/** `at`: Unix ms. */
type SkippedRun = readonly [serial: number, count: number, at: number];

/** How far a chain's events are matched. The matcher gets them unordered. */
export interface FeedProgress {
  /** All events up to this one are done or skipped. */
  readonly serial: number;
  /** The canonical blocks after that event, ascending: at least the last `PATH_BLOCKS`. */
  readonly path: readonly PathRun[];
  /** Done above `serial`, ascending. */
  readonly ahead: readonly EventRun[];
  /** Since when events are done ahead of one that is not, Unix ms. */
  readonly since?: number;
  /** Not done in time, ascending. Their messages are appended to the feeds if they are matched after all. */
  readonly skipped?: readonly SkippedRun[];
}

export const NO_PROGRESS: FeedProgress = { serial: 0, path: [], ahead: [] };

/** More than a webhook's maximum of confirmations. */
const PATH_BLOCKS = 1_100;
/** A block event that fails is retried for three hours; one that was lost never comes. */
const SKIP_AFTER_MS = 15 * 60_000;
/** Longer than messages and their feed entries are kept. */
const KEEP_SKIPPED_MS = 40 * 86_400_000;

const includes = (first: number, count: number, serial: number): boolean => serial >= first && serial < first + count;

export const isSkipped = ({ ahead, skipped = [] }: FeedProgress, serial: number): boolean =>
  skipped.some(([first, count]) => includes(first, count, serial)) ||
  ahead.some(([first, , count, kind]) => kind === 's' && includes(first, count, serial));

/** Done or skipped, perhaps ahead of the progress. */
export const isPassed = ({ serial: last, ahead }: FeedProgress, serial: number): boolean =>
  serial <= last || ahead.some(([first, , count]) => includes(first, count, serial));

export const isDone = (progress: FeedProgress, serial: number): boolean =>
  isPassed(progress, serial) && !isSkipped(progress, serial);

/** `now`: Unix ms. Events that were skipped change nothing. */
export function advance(progress: FeedProgress, done: readonly DoneEvent[], now: number): FeedProgress {
  const runs = done
    .filter(({ serial }) => !isPassed(progress, serial))
    .map(({ serial, block, kind }): EventRun => [serial, block, 1, kind === 'added' ? 'a' : 'r']);
  return absorb(progress, runs, now);
}

/** The first events that have been missing for too long while later ones are done. */
export function overdue({ serial, ahead, since }: FeedProgress, now: number): Range | undefined {
  const [first] = ahead;
  if (!first || since === undefined || now - since < SKIP_AFTER_MS) return undefined;
  return { from: serial + 1, to: first[0] - 1 };
}
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Those in the range that are not done. */
export function skip(progress: FeedProgress, { from, to }: Range, now: number): FeedProgress {
  const runs: EventRun[] = [];
  let next = Math.max(from, progress.serial + 1);
  for (const [first, , count] of [...progress.ahead, [to + 1, 0, 0]] as const) {
    const last = Math.min(first - 1, to);
    if (last >= next) runs.push([next, 0, last - next + 1, 's']);
    next = Math.max(next, first + count);
  }
  return absorb(progress, runs, now);
}

function absorb(progress: FeedProgress, added: readonly EventRun[], now: number): FeedProgress {
  if (added.length === 0) return progress;
  const ahead: EventRun[] = [];
  for (const run of [...progress.ahead, ...added].toSorted(([a], [b]) => a - b)) {
    const last = ahead.at(-1);
    // The same event, done twice in one batch.
    if (last && run[0] < last[0] + last[2]) continue;
    if (last && follows(last, run)) ahead.splice(-1, 1, [last[0], last[1], last[2] + run[2], last[3]]);
    else ahead.push(run);
  }
  let { serial } = progress;
  const path = [...progress.path];
  const skipped = (progress.skipped ?? []).filter(([, , at]) => now - at < KEEP_SKIPPED_MS);
  while (ahead[0]?.[0] === serial + 1) {
    const [first, block, count, kind] = ahead.shift() as EventRun;
    if (kind === 'a') extend(path, [block, first, count]);
    else if (kind === 'r') cut(path, block - count + 1);
    else skipped.push([first, count, now]);
    serial = first + count - 1;
  }
  const isBlocked = ahead.length > 0;
  // Unless the clock was set back since.
  const since = serial === progress.serial ? Math.min(progress.since ?? now, now) : now;
  return {
    ...{ serial, path: recent(path), ahead },
    ...(isBlocked ? { since } : {}),
    ...(skipped.length > 0 ? { skipped } : {}),
  };
}

function follows([serial, block, count, kind]: EventRun, next: EventRun): boolean {
  const step = { a: count, r: -count, s: 0 }[kind];
  return next[3] === kind && next[0] === serial + count && next[1] === block + step;
}

/** Above the last block, unless removals were skipped. */
function extend(path: PathRun[], [block, serial, count]: PathRun): void {
  cut(path, block);
  const last = path.at(-1);
  if (last && last[0] + last[2] === block && last[1] + last[2] === serial)
    path.splice(-1, 1, [last[0], last[1], last[2] + count]);
  else path.push([block, serial, count]);
}

/** Removes `lowest` and the blocks above it. */
function cut(path: PathRun[], lowest: number): void {
  for (let last = path.pop(); last; last = path.pop()) {
    const [block, serial] = last;
    if (block >= lowest) continue;
    path.push([block, serial, Math.min(last[2], lowest - block)]);
    return;
  }
}

function recent(path: readonly PathRun[]): readonly PathRun[] {
  let blocks = 0;
  const first = path.findLastIndex(([, , count]) => {
    blocks += count;
    return blocks >= PATH_BLOCKS;
  });
  return path.slice(Math.max(0, first));
}

/** Serial up to which a reader with so many confirmations may read; 0 if no block has them. */
export function confirmedSerial(progress: FeedProgress, confirmations: number): number {
  const { serial, path } = progress;
  if (confirmations === 0) return serial;
  const highest = headOf(progress) - confirmations;
  const run = path.findLast(([block]) => block <= highest);
  return run ? run[1] + Math.min(highest - run[0], run[2] - 1) : 0;
}

/** Number of the last canonical block; -1 without one. */
export function headOf({ path }: FeedProgress): number {
  const head = path.at(-1);
  return head ? head[0] + head[2] - 1 : -1;
}

/** Of a block on a chain that never reorganises; 0 if it has none. */
export function serialWithoutReorgs({ path }: FeedProgress, number: number): number {
  // After a restore, serials continue with a gap.
  const run = path.findLast(([block]) => block <= number) ?? path[0];
  return run ? Math.max(0, run[1] + number - run[0]) : 0;
}

/** Serial of the first canonical block at or above this number. `below`: the path begins later. */
export function serialOfBlock({ path }: FeedProgress, number: number): number | 'below' | 'above' {
  if (number < (path[0]?.[0] ?? 0)) return 'below';
  const run = path.find(([block, , count]) => number < block + count);
  return run ? run[1] + Math.max(0, number - run[0]) : 'above';
}
