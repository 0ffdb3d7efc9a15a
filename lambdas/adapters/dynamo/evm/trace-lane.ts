import type { BlockRef } from '../../../domain/chain/block';
import type { TraceLane } from '../../../domain/evm/trace-lane';
import type { Clock } from '../../clock';
import { bytesOf } from '../chain/cursor-item';
import type { Table } from '../table';
import { changeLane, type LaneCondition, type LaneField, laneKey, readLane } from './trace-item';

/** How long the lane is held after each change, ms: writes follow `begin` at once, and stop `MARGIN` before the end. */
const LEASE = 10_000;
const MARGIN = 3_000;
const PENDING = ['pendingFrom', 'pendingHashes', 'pendingEpoch'] as const;

/** Another function has the lane now. */
export class LaneLost extends Error {}

/** Takes the lane of a chain, or undefined while another function holds it. `first`: the first block to trace. */
export async function takeLane(table: Table, chain: string, now: Clock, first: number) {
  const found = await table.get(laneKey(chain), true);
  const held = found && readLane(found);
  if (held && held.leaseUntil > now()) return undefined;
  const fence = (held?.fence ?? 0) + 1;
  const set = { fence, leaseUntil: now() + LEASE, ...(held ? {} : { number: first - 1, time: 0, epoch: 0 }) };
  const taken = await changeLane(table, chain, set, [], { fence: held?.fence });
  return taken && openLane(table, chain, now, fence, taken);
}
/** A lane that is held. Its changes throw LaneLost once another function has it. */
export type Lane = NonNullable<Awaited<ReturnType<typeof takeLane>>>;

function openLane(table: Table, chain: string, now: Clock, fence: number, taken: TraceLane) {
  let state = taken;
  let signal = AbortSignal.timeout(LEASE - MARGIN);
  const refresh = async (): Promise<void> => {
    state = readLane((await table.get(laneKey(chain), true)) ?? {});
    if (state.fence !== fence) throw new LaneLost(`another function traces chain ${chain}`);
  };
  /** false where a rollback of the head came between: the lane was lowered, and must be looked at anew. */
  const set = async (
    values: Partial<Record<LaneField, unknown>>,
    remove: readonly LaneField[],
    when: Partial<LaneCondition> = {},
    lease = LEASE,
  ): Promise<boolean> => {
    const changed = await changeLane(table, chain, { ...values, leaseUntil: lease === 0 ? 0 : now() + lease }, remove, {
      ...when,
      fence,
    });
    if (!changed) {
      await refresh();
      return false;
    }
    state = changed;
    signal = AbortSignal.timeout(LEASE - MARGIN);
    return true;
  };
  return {
    /** The lane as of the last change. */
    get state(): TraceLane {
      return state;
    },
    refresh,
    /** Aborts before the lease ends. Ask anew for each write. */
    signal: (): AbortSignal => signal,
    /** Rows of these blocks, which stand on the lane, are about to be written. `epoch`: the head's, when they were read. */
    begin: (blocks: readonly BlockRef[], epoch: number): Promise<boolean> =>
      set(
        {
          pendingFrom: blocks[0]?.number ?? 0,
          pendingHashes: Buffer.concat(blocks.map(({ hash }) => bytesOf(hash))),
          pendingEpoch: epoch,
          epoch,
        },
        [],
        { number: state.number, epochUpTo: epoch },
      ),
    /** They are; the lane moves last, and only while the head has rolled nothing back since that epoch. */
    commit: ({ number, time }: Pick<TraceLane, 'number' | 'time'>, epoch: number): Promise<boolean> =>
      set({ number, time, epoch }, [...PENDING, 'offAt'], { number: state.number, epochUpTo: epoch }),
    renew: (): Promise<boolean> => set({}, []),
    /** Rows of what was pending are gone. */
    clear: (): Promise<boolean> => set({}, PENDING),
    /** The node knows no method of tracing. */
    off: (): Promise<boolean> => set({ offAt: now() }, []),
    /** For the next function, at once. */
    release: (): Promise<boolean> => set({}, [], {}, 0),
  };
}

/** Called by the head's follower before it deletes orphans: from here on, no block above `ancestor` can be committed. */
export async function lowerLane(
  table: Table,
  chain: string,
  { ancestor, epoch }: { readonly ancestor: number; readonly epoch: number },
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const item = await table.get(laneKey(chain), true);
    if (!item) return;
    const { number } = readLane(item);
    const set = { number: Math.min(number, ancestor), epoch };
    if (await changeLane(table, chain, set, [], { number }, signal)) return;
  }
}
