import type { BlockRef } from '../../../domain/chain/block';
import type { TraceLane } from '../../../domain/evm/trace-lane';
import type { Clock } from '../../clock';
import { bytesOf } from '../chain/cursor-item';
import { takeFenced } from '../fenced-item';
import type { Table } from '../table';
import { atMost, type Changes } from '../update';
import { LANE, laneKey, readLane } from './trace-item';

/** How long the lane is held after each change, ms: writes follow `begin` at once, and stop `MARGIN_MS` before the end. */
const LEASE_MS = 10_000;
const MARGIN_MS = 3_000;
const PENDING = [LANE.pendingFrom, LANE.pendingHashes, LANE.pendingEpoch];

/** Another function has the lane now. */
export class LaneLost extends Error {}

/** Takes the lane of a chain, or undefined while another function holds it. `first`: the first block to trace. */
export async function takeLane(table: Table, chain: string, now: Clock, first: number) {
  const found = await table.get(laneKey(chain), true);
  const held = found && readLane(found);
  if (held && held.leaseUntil > now()) return undefined;
  const item = await takeFenced(table, laneKey(chain), readLane, held, {
    set: {
      [LANE.leaseUntil]: now() + LEASE_MS,
      ...(held ? {} : { [LANE.number]: first - 1, [LANE.time]: 0, [LANE.epoch]: 0 }),
    },
  });
  return item && openLane(item, chain, now);
}
/** A lane that is held. Its changes throw LaneLost once another function has it. */
export type Lane = NonNullable<Awaited<ReturnType<typeof takeLane>>>;

type FencedLane = NonNullable<Awaited<ReturnType<typeof takeFenced<TraceLane>>>>;

function openLane(item: FencedLane, chain: string, now: Clock) {
  let signal = AbortSignal.timeout(LEASE_MS - MARGIN_MS);
  const refresh = async (): Promise<void> => {
    if (!(await item.refresh())) throw new LaneLost(`another function traces chain ${chain}`);
  };
  /** false where a rollback of the head came between: the lane was lowered, and must be looked at anew. */
  const change = async (changes: Changes, when = {}, lease = LEASE_MS): Promise<boolean> => {
    const set = { ...changes.set, [LANE.leaseUntil]: lease === 0 ? 0 : now() + lease };
    if (!(await item.change({ ...changes, set }, undefined, when))) {
      await refresh();
      return false;
    }
    signal = AbortSignal.timeout(LEASE_MS - MARGIN_MS);
    return true;
  };
  /** Only while the lane stands where it did, and the head has rolled nothing back since that epoch. */
  const unmoved = (epoch: number) => ({ [LANE.number]: item.state.number, [LANE.epoch]: atMost(epoch) });
  return {
    /** The lane as of the last change. */
    get state(): TraceLane {
      return item.state;
    },
    refresh,
    /** Aborts before the lease ends. Ask anew for each write. */
    signal: (): AbortSignal => signal,
    /** Rows of these blocks, which stand on the lane, are about to be written. `epoch`: the head's, when they were read. */
    begin: (blocks: readonly BlockRef[], epoch: number): Promise<boolean> =>
      change(
        {
          set: {
            [LANE.pendingFrom]: blocks[0]?.number ?? 0,
            [LANE.pendingHashes]: Buffer.concat(blocks.map(({ hash }) => bytesOf(hash))),
            [LANE.pendingEpoch]: epoch,
            [LANE.epoch]: epoch,
          },
        },
        unmoved(epoch),
      ),
    /** They are; the lane moves last, and only while the head has rolled nothing back since that epoch. */
    commit: ({ number, time }: Pick<TraceLane, 'number' | 'time'>, epoch: number): Promise<boolean> =>
      change(
        { set: { [LANE.number]: number, [LANE.time]: time, [LANE.epoch]: epoch }, remove: [...PENDING, LANE.offAt] },
        unmoved(epoch),
      ),
    renew: (): Promise<boolean> => change({}),
    /** Rows of what was pending are gone. */
    clear: (): Promise<boolean> => change({ remove: PENDING }),
    /** The node knows no method of tracing. */
    off: (): Promise<boolean> => change({ set: { [LANE.offAt]: now() } }),
    /** For the next function, at once. */
    release: (): Promise<boolean> => change({}, {}, 0),
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
    const set = { [LANE.number]: Math.min(number, ancestor), [LANE.epoch]: epoch };
    if (await table.updateIf(laneKey(chain), { set }, { [LANE.number]: number }, signal)) return;
  }
}
