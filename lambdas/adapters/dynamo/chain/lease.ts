import type { BlockRef } from '../../../domain/chain/block';
import type { Cursor, Position, SeenHead } from '../../../domain/chain/cursor';
import type { Timer } from '../../clock';
import { takeFenced } from '../fenced-item';
import type { Table } from '../table';
import { bytesOf, CURSOR, cursorKey, readCursor, writePending } from './cursor-item';

/** How long a lease holds, ms: after a crash, the chain waits this long for its next follower. */
const LEASE_MS = 10_000;
/** Writes stop this long before the lease ends, ms: one that is under way must not land in the next holder's time. */
const MARGIN_MS = 3_000;

/** Another follower took the chain over. */
export class LeaseLost extends Error {}

/**
 * Takes the lease of a chain, or undefined while another holds it (which is told that it is wanted). `first`: the first
 * block to index, for a chain that has no cursor yet.
 */
export async function takeLease(table: Table, chain: string, timer: Timer, first: () => Promise<number>) {
  const found = await table.get(cursorKey(chain), true);
  const held = found && readCursor(found);
  if (held && held.leaseUntil > timer.now()) {
    if (!held.wanted)
      await table.updateIf(cursorKey(chain), { set: { [CURSOR.wanted]: true } }, { [CURSOR.fence]: held.fence });
    return undefined;
  }
  const start = held ? held.start : await first();
  const until = timer.now() + LEASE_MS;
  const item = await takeFenced(table, cursorKey(chain), readCursor, held, {
    set: {
      [CURSOR.leaseUntil]: until,
      ...(held ? {} : { [CURSOR.number]: start - 1, [CURSOR.start]: start, [CURSOR.epoch]: 0 }),
    },
    remove: [CURSOR.wanted],
  });
  return item && openLease(item, chain, timer, until);
}
/** A lease that is held. Every method throws LeaseLost once another follower has it. */
export type Lease = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

type FencedCursor = NonNullable<Awaited<ReturnType<typeof takeFenced<Cursor>>>>;

function openLease(item: FencedCursor, chain: string, timer: Timer, first: number) {
  const { now } = timer;
  let until = first;
  let renewedAt = now();
  let signal = timer.deadline(Math.max(1, until - MARGIN_MS - now()));

  /** Every change renews the lease, and fails when another holder has a higher fence. */
  const changeNow = async (set: Record<string, unknown>, remove: readonly (keyof typeof CURSOR)[], lease: number) => {
    const began = now();
    const changes = {
      set: { ...set, [CURSOR.leaseUntil]: lease === 0 ? 0 : began + lease },
      remove: remove.map((name) => CURSOR[name]),
    };
    if (!(await item.change(changes, signal))) throw new LeaseLost(`another follower of chain ${chain} took over`);
    until = began + lease;
    renewedAt = began;
    signal = timer.deadline(Math.max(1, until - MARGIN_MS - now()));
  };

  // One after the other: the cursor is what the last change answered, and a heartbeat comes between any two.
  let last: Promise<void> = Promise.resolve();
  const change = (set: Record<string, unknown>, remove: readonly (keyof typeof CURSOR)[] = [], lease = LEASE_MS) => {
    last = last.catch(() => undefined).then(() => changeNow(set, remove, lease));
    return last;
  };
  // The node may be slow, and a write long: the lease must not end meanwhile. A failure shows in the next change.
  const close = timer.every(LEASE_MS / 10, () => {
    if (now() - renewedAt > LEASE_MS / 3) change({}).catch(() => undefined);
  });

  const seen = ({ head, headTime }: SeenHead) => ({
    [CURSOR.head]: head,
    [CURSOR.headTime]: headTime,
    [CURSOR.polledAt]: now(),
  });
  const place = ({ number, time, cumulative, hash }: Position) => ({
    [CURSOR.number]: number,
    [CURSOR.time]: time,
    [CURSOR.cumulative]: cumulative,
    ...(hash ? { [CURSOR.hash]: bytesOf(hash) } : {}),
  });
  const PENDING = ['pendingKind', 'pendingFrom', 'pendingHashes'] as const;

  return {
    /** The cursor as of the last change. */
    get cursor(): Cursor {
      return item.state;
    },
    /** Aborts before the lease ends. Ask anew for each write: a renewal makes a new one. */
    signal: (): AbortSignal => signal,
    /** The node answered. `ours`: its head stands on our blocks, so nothing is wrong. Written when there is news. */
    async polled(head: SeenHead, ours: boolean): Promise<void> {
      const mended = ours && item.state.lastError !== undefined;
      const news = mended || item.state.head !== head.head || now() - item.state.polledAt > LEASE_MS / 3;
      if (news) await change(seen(head), mended ? ['lastError', 'halted'] : []);
    },
    /** Rows and events of these blocks are about to be written. */
    begin: (blocks: readonly BlockRef[], head: SeenHead): Promise<void> =>
      change({ ...writePending({ kind: 'index', blocks }), ...seen(head) }),
    /** They are; the cursor moves last. */
    commit: (to: Position): Promise<void> =>
      change({ ...place(to), [CURSOR.polledAt]: now() }, [...PENDING, 'lastError', 'halted']),
    /** Rows of these orphans are about to be deleted. From here on readers see the chain without them, as of `time`. */
    beginRollback: (orphans: readonly BlockRef[], time: number): Promise<void> =>
      change({
        ...writePending({ kind: 'rollback', blocks: orphans }),
        [CURSOR.epoch]: item.state.epoch + 1,
        [CURSOR.time]: time,
      }),
    /** Below `start` stand a backfill's blocks, whose count is another. */
    lower: (to: Position): Promise<void> =>
      change(place(to.number < item.state.start ? { ...to, cumulative: 0 } : to), [
        ...PENDING,
        ...(to.hash ? [] : (['hash'] as const)),
      ]),
    /** Something keeps the chain from advancing: shown in health-check. `halted`: a reorg too deep. Gives the lease back. */
    lastError: (message: string, halted = false): Promise<void> => {
      close();
      return change({ [CURSOR.lastError]: message, [CURSOR.halted]: halted }, [], 0);
    },
    /** For the next follower, at once. */
    release: (): Promise<void> => {
      close();
      return change({}, ['wanted'], 0);
    },
    /** Ends the heartbeat of a lease that is lost. */
    close,
  };
}
