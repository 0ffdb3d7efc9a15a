import { isAhead } from '../../core/domain/stored-time';
import { type BackfillJob, getLast, getProgress } from './backfill-job';
import { type Cursor, isUp, secondsBehindHead, visibleBlock } from './cursor';
import { newRanges } from './history-plan';

interface HealthSettings {
  readonly chainName: string;
  readonly finalityDepth: number;
  readonly chainId?: string | undefined;
  readonly startBlock?: number | undefined;
}

/** The first thing to read on call. Numbers are block numbers; `lagSeconds` is in chain time. */
export function chainHealth(
  { chainName, finalityDepth, chainId, startBlock }: HealthSettings,
  cursor: Cursor | undefined,
  jobs: readonly BackfillJob[],
  now: number,
) {
  if (!cursor)
    return { status: 'down' as const, chainName, message: 'not indexed yet: the indexer has not reached its node' };
  const indexedBlock = visibleBlock(cursor);
  const unfinished = jobs.filter(({ doneAt }) => doneAt === undefined);
  const seen = { ...cursor, ...cursor.stray };
  const lagBlocks = Math.max(0, seen.head - indexedBlock);
  const up = isUp(cursor, now);
  const message =
    cursor.lastError ?? (up ? missingHistory({ chainId, startBlock }, cursor, jobs) : getSilence(cursor, now));
  return {
    status: up ? ('up' as const) : ('down' as const),
    chainName,
    head: seen.head,
    finalized: Math.max(0, cursor.head - finalityDepth),
    indexedBlock,
    startBlock: cursor.start,
    lagBlocks,
    lagSeconds: secondsBehindHead(seen),
    polledAt: Math.floor(cursor.polledAt / 1_000),
    ...(message === undefined ? {} : { message }),
    ...(cursor.halted ? { halted: true } : {}),
    ...(unfinished.length > 0 ? { backfill: backfillHealth(jobs, unfinished, cursor.start) } : {}),
  };
}

/** Reports a `startBlock` lowered after the first start, until its backfill is requested. */
function missingHistory(
  { chainId, startBlock }: Pick<HealthSettings, 'chainId' | 'startBlock'>,
  { start }: Cursor,
  jobs: readonly BackfillJob[],
): string | undefined {
  if (startBlock === undefined || startBlock >= start) return undefined;
  const [first] = newRanges(jobs, { from: startBlock, to: start - 1 }, 1);
  if (!first) return undefined;
  return `startBlock is ${startBlock}, but not all blocks from ${first.from} to ${start - 1} are indexed: backfill them with \`npm run cli -- backfill --chain ${chainId} --from ${startBlock} --to ${start - 1}\` (in local mode with --local and its data folder)`;
}

const getSilence = ({ polledAt }: Cursor, now: number): string =>
  isAhead(polledAt, now)
    ? 'its indexer has not run since the clock was set back'
    : 'its indexer has not run for two minutes';

function backfillHealth(jobs: readonly BackfillJob[], unfinished: readonly BackfillJob[], start: number) {
  const { blocks, blocksLeft, workers, speed, secondsLeft, lastError } = getProgress(jobs, start);
  return {
    from: Math.min(...jobs.map(({ from }) => from)),
    to: Math.max(...jobs.map(({ to }) => getLast({ to }, start))),
    next: Math.min(...unfinished.map(({ next }) => next)),
    blocks,
    blocksLeft,
    workers,
    ...(speed === undefined ? {} : { blocksPerSecond: speed }),
    ...(secondsLeft === undefined ? {} : { secondsLeft }),
    ...(lastError === undefined ? {} : { message: lastError }),
  };
}
