import type { Chain } from '../../contract/config';
import { healthCheck } from '../../contract/endpoints/service';
import { type BackfillJob, lastOf, secondsLeft } from '../../domain/chain/backfill-job';
import { type Cursor, isUp, visibleBlock } from '../../domain/chain/cursor';
import type { TraceLane } from '../../domain/evm/trace-lane';
import { implement } from '../../http/implement';

export const handler = implement(healthCheck, async ({ deps }) => {
  const chains = deps.chains.filter((chain) => chain.index);
  const cursors = await deps.Cursor.all(chains.map((chain) => chain.chainId));
  // A chain that is followed from block 0 has no history to fill.
  const jobs = await Promise.all(
    chains.map(({ chainId }) => ((cursors.get(chainId)?.start ?? 0) > 0 ? deps.Cursor.backfills(chainId) : [])),
  );
  const lanes = await deps.Cursor.lanes(chains.map(({ chainId }) => chainId));
  const details = Object.fromEntries([
    ['database', { status: 'up' as const }],
    ...chains.map((chain, i) => [
      `chain-${chain.chainId}`,
      indicator(chain, cursors.get(chain.chainId), jobs[i] ?? [], lanes.get(chain.chainId), deps.now()),
    ]),
  ]) as Record<string, ReturnType<typeof indicator>>;
  const only = (status: 'up' | 'down') =>
    Object.fromEntries(Object.entries(details).filter(([, value]) => value.status === status));
  const error = only('down');
  return {
    status: Object.keys(error).length > 0 ? ('error' as const) : ('ok' as const),
    info: only('up'),
    error,
    details,
  };
});

/** What the person on call reads first. Numbers are block numbers, lagSeconds is the age of the lag in chain time. */
function indicator(
  { chainName, finalityDepth }: Chain,
  cursor: Cursor | undefined,
  jobs: readonly BackfillJob[],
  lane: TraceLane | undefined,
  now: number,
) {
  if (!cursor)
    return { status: 'down' as const, chainName, message: 'not indexed yet: the indexer has not reached its node' };
  const indexedBlock = visibleBlock(cursor);
  const job = jobs.find(({ doneAt }) => doneAt === undefined);
  const untraced = jobs.map((one) => untracedBelow(one, cursor.start)).filter((block) => block !== undefined);
  const lagBlocks = Math.max(0, cursor.head - indexedBlock);
  return {
    status: isUp(cursor, now) ? ('up' as const) : ('down' as const),
    chainName,
    head: cursor.head,
    finalized: Math.max(0, cursor.head - finalityDepth),
    indexedBlock,
    startBlock: cursor.start,
    lagBlocks,
    lagSeconds: lagBlocks === 0 ? 0 : Math.max(0, cursor.headTime - cursor.time),
    polledAt: Math.floor(cursor.polledAt / 1_000),
    ...(cursor.trouble
      ? { message: cursor.trouble }
      : isUp(cursor, now)
        ? {}
        : { message: 'its indexer has not run for two minutes' }),
    ...(cursor.halted ? { halted: true } : {}),
    // A node that cannot trace is no failure: the figure is left out.
    ...(lane && lane.offAt === undefined
      ? {
          tracedBlock: Math.min(lane.number, indexedBlock),
          ...(untraced.length > 0 ? { tracedFrom: Math.max(...untraced) } : {}),
        }
      : {}),
    ...(job ? { backfill: progressOf(job, cursor.start) } : {}),
  };
}

/** The block of a job below which internal transactions are not told; undefined where all of its blocks' are. */
function untracedBelow(job: BackfillJob, start: number): number | undefined {
  const lowest = job.tracedFrom ?? lastOf(job, start) + 1;
  return lowest > job.from ? lowest : undefined;
}

/** How far the history is. The blocks from `start` on are the follower's. */
function progressOf({ from, to, next, speed, trouble }: BackfillJob, start: number) {
  const end = lastOf({ to }, start);
  const left = secondsLeft({ next, to: end, speed });
  return {
    from,
    to: end,
    next,
    ...(speed === undefined ? {} : { blocksPerSecond: speed }),
    ...(left === undefined ? {} : { secondsLeft: left }),
    ...(trouble === undefined ? {} : { message: trouble }),
  };
}
