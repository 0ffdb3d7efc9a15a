import { type BackfillJob, lastOf, secondsLeft } from './backfill-job';
import { type Cursor, isUp, visibleBlock } from './cursor';

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
  const job = jobs.find(({ doneAt }) => doneAt === undefined);
  const lagBlocks = Math.max(0, cursor.head - indexedBlock);
  const up = isUp(cursor, now);
  const message = cursor.lastError ?? (up ? undefined : 'its indexer has not run for two minutes');
  return {
    status: up ? ('up' as const) : ('down' as const),
    chainName,
    head: cursor.head,
    finalized: Math.max(0, cursor.head - finalityDepth),
    indexedBlock,
    startBlock: cursor.start,
    lagBlocks,
    lagSeconds: lagBlocks === 0 ? 0 : Math.max(0, cursor.headTime - cursor.time),
    polledAt: Math.floor(cursor.polledAt / 1_000),
    ...(message === undefined ? {} : { message }),
    ...(cursor.halted ? { halted: true } : {}),
    ...(job ? { backfill: progressOf(job, cursor.start) } : {}),
  };
}

/** Progress of the backfill. The blocks from `start` on are the follower's. */
function progressOf({ from, to, next, speed, lastError }: BackfillJob, start: number) {
  const end = lastOf({ to }, start);
  const left = secondsLeft({ next, to: end, speed });
  return {
    from,
    to: end,
    next,
    ...(speed === undefined ? {} : { blocksPerSecond: speed }),
    ...(left === undefined ? {} : { secondsLeft: left }),
    ...(lastError === undefined ? {} : { message: lastError }),
  };
}
