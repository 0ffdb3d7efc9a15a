/** The matcher's work on one block event, numbered by the chain's follower. */
export interface DoneEvent {
  readonly serial: number;
  readonly block: number;
  readonly kind: 'added' | 'removed';
}

/** Events with consecutive serials whose block numbers rise (`a`) or, for removals (`r`), fall by one. */
type EventRun = readonly [serial: number, block: number, count: number, kind: 'a' | 'r'];
/** Consecutive canonical blocks with consecutive serials. */
type PathRun = readonly [block: number, serial: number, count: number];

/** How far a chain's events are matched. The matcher gets them unordered. */
export interface FeedProgress {
  /** All events up to this one are done. */
  readonly serial: number;
  /** The canonical blocks after that event, ascending: at least the last `PATH_BLOCKS`. */
  readonly path: readonly PathRun[];
  /** Done above `serial`, ascending. */
  readonly ahead: readonly EventRun[];
}

export const NO_PROGRESS: FeedProgress = { serial: 0, path: [], ahead: [] };

/** More than a webhook's maximum of confirmations. */
const PATH_BLOCKS = 1_100;

export const isDone = ({ serial: last, ahead }: FeedProgress, serial: number): boolean =>
  serial <= last || ahead.some(([first, , count]) => serial >= first && serial < first + count);

export function advance(progress: FeedProgress, done: readonly DoneEvent[]): FeedProgress {
  const added = done
    .filter(({ serial }) => !isDone(progress, serial))
    .map(({ serial, block, kind }): EventRun => [serial, block, 1, kind === 'added' ? 'a' : 'r']);
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
  while (ahead[0]?.[0] === serial + 1) {
    const [first, block, count, kind] = ahead.shift() as EventRun;
    if (kind === 'a') extend(path, [block, first, count]);
    else cut(path, block - count + 1);
    serial = first + count - 1;
  }
  return { serial, path: recent(path), ahead };
}

const follows = ([serial, block, count, kind]: EventRun, next: EventRun): boolean =>
  next[3] === kind && next[0] === serial + count && next[1] === (kind === 'a' ? block + count : block - count);

function extend(path: PathRun[], [block, serial, count]: PathRun): void {
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
export function confirmedSerial({ serial, path }: FeedProgress, confirmations: number): number {
  if (confirmations === 0) return serial;
  const head = path.at(-1);
  if (!head) return 0;
  const highest = head[0] + head[2] - 1 - confirmations;
  const run = path.findLast(([block]) => block <= highest);
  return run ? run[1] + Math.min(highest - run[0], run[2] - 1) : 0;
}

/** Serial of the first canonical block at or above this number. `below`: the path begins later. */
export function serialOfBlock({ path }: FeedProgress, number: number): number | 'below' | 'above' {
  if (number < (path[0]?.[0] ?? 0)) return 'below';
  const run = path.find(([block, , count]) => number < block + count);
  return run ? run[1] + Math.max(0, number - run[0]) : 'above';
}
