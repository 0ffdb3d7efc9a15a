import { isAhead } from '../stored-time';
import { type BackfillJob, lastOf, progressOf } from './backfill-job';
import { type Cursor, isUp, secondsBehindHead, visibleBlock } from './cursor';

/** The settings of a chain that its health report uses. */
interface HealthSettings {
  readonly chainName: string;
  readonly finalityDepth: number;
}

/** The first thing to read on call. Numbers are block numbers; lagSeconds is the lag in chain time. */
export function chainHealth(
  { chainName, finalityDepth }: HealthSettings,
  cursor: Cursor | undefined,
  jobs: readonly BackfillJob[],
  now: number,
) {
  if (!cursor)
    return { status: 'down' as const, chainName, message: 'not indexed yet: the indexer has not reached its node' };
  const indexedBlock = visibleBlock(cursor);
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const lagBlocks = Math.max(0, cursor.head - indexedBlock);
  const up = isUp(cursor, now);
  const message = cursor.lastError ?? (up ? undefined : silenceOf(cursor, now));
  return {
    status: up ? ('up' as const) : ('down' as const),
    chainName,
    head: cursor.head,
    finalized: Math.max(0, cursor.head - finalityDepth),
    indexedBlock,
    startBlock: cursor.start,
    lagBlocks,
    lagSeconds: secondsBehindHead(cursor),
    polledAt: Math.floor(cursor.polledAt / 1_000),
    ...(message === undefined ? {} : { message }),
    ...(cursor.halted ? { halted: true } : {}),
    ...(unfinished.length > 0 ? { backfill: backfillHealth(jobs, unfinished, cursor.start) } : {}),
  };
}

const silenceOf = ({ polledAt }: Cursor, now: number): string =>
  isAhead(polledAt, now)
    ? 'its indexer has not run since the clock was set back'
    : 'its indexer has not run for two minutes';

/** Progress of the history, of all its ranges. The blocks from `start` on are the follower's. */
function backfillHealth(jobs: readonly BackfillJob[], unfinished: readonly BackfillJob[], start: number) {
  const { blocks, blocksLeft, workers, speed, secondsLeft, lastError } = progressOf(jobs, start);
  return {
    from: Math.min(...jobs.map(({ from }) => from)),
    to: Math.max(...jobs.map(({ to }) => lastOf({ to }, start))),
    next: Math.min(...unfinished.map(({ next }) => next)),
    blocks,
    blocksLeft,
    workers,
    ...(speed === undefined ? {} : { blocksPerSecond: speed }),
    ...(secondsLeft === undefined ? {} : { secondsLeft }),
    ...(lastError === undefined ? {} : { message: lastError }),
  };
}
