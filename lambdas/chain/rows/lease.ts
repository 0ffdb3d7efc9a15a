import { isHeld } from '../../core/domain/stored-time';
import type { Timer } from '../../core/runtime/clock';
import { takeFenced } from '../../core/table/fenced-item';
import { hexToBytes } from '../../core/table/hex';
import type { Table } from '../../core/table/table';
import type { BlockRef } from '../domain/block';
import type { Cursor, Position, SeenHead } from '../domain/cursor';
import { CURSOR, cursorKey, readCursor, writePending } from './cursor-item';

/** Duration of the lease, ms: after a crash, the chain waits this long for its next follower. */
const LEASE_MS = 10_000;
/** A lease that nothing else renews is renewed after this long, ms: each time costs a write unit. */
const RENEWAL_MS = 5_000;
/** Delay before a failed renewal is retried, ms. */
const RETRY_MS = 1_000;
/** How often it is looked at whether a renewal is due, ms. */
const HEARTBEAT_MS = 250;
/** Writes stop this long before the lease expires, ms, so that none in flight lands in the next holder's time. */
const MARGIN_MS = 3_000;

/** Another follower took the chain over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * Takes the lease of a chain; undefined while another follower holds it, which is then notified. `create`: creates the
 * cursor of a chain that has none, unless another follower did so meanwhile.
 */
export async function takeLease(table: Table, chain: string, timer: Timer, create: () => Promise<unknown>) {
  let found = await table.get(cursorKey(chain), true);
  if (!found) {
    await create();
    found = await table.get(cursorKey(chain), true);
  }
  const held = found && readCursor(found);
  if (!held) return undefined;
  if (isHeld(held.leaseUntil, timer.now(), LEASE_MS)) {
    if (!held.wanted)
      await table.updateIf(cursorKey(chain), { set: { [CURSOR.wanted]: true } }, { [CURSOR.fence]: held.fence });
    return undefined;
  }
  const until = timer.steady() + LEASE_MS;
  const changes = { set: { [CURSOR.leaseUntil]: timer.now() + LEASE_MS }, remove: [CURSOR.wanted] };
  // Its holder may renew it at this moment, however late: then it stays the holder's.
  const when = { [CURSOR.leaseUntil]: held.leaseUntil };
  const item = await takeFenced(table, cursorKey(chain), readCursor, held, changes, when);
  return item && createLease(item, chain, timer, until);
}
/** A lease that is held. Every method throws LeaseLost once another follower has it. */
export type Lease = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

type FencedCursor = NonNullable<Awaited<ReturnType<typeof takeFenced<Cursor>>>>;

/** `first`: when the lease expires, by the steady clock, as all times of a holder. Other functions read the stored one. */
function createLease(item: FencedCursor, chain: string, timer: Timer, first: number) {
  const { now, steady } = timer;
  let until = first;
  let renewedAt = steady();
  /** What the node answered since the last change. */
  let polled: Record<string, unknown> = {};
  let signal = timer.deadline(Math.max(1, until - MARGIN_MS - steady()));

  /** Every change renews the lease, and fails when another holder has a higher fence. */
  const changeNow = async (
    set: Record<string, unknown>,
    remove: readonly (keyof typeof CURSOR)[],
    lease: number,
    by = signal,
  ) => {
    const [began, told] = [steady(), polled];
    const removed = remove.map((name) => CURSOR[name]);
    const all = { ...told, ...set, [CURSOR.leaseUntil]: lease === 0 ? 0 : now() + lease };
    const changes = {
      // An update may name an attribute once.
      set: Object.fromEntries(Object.entries(all).filter(([name]) => !removed.some((one) => one === name))),
      remove: removed,
    };
    if (!(await item.change(changes, by))) throw new LeaseLost(`chain ${chain} was taken over by another follower`);
    until = began + lease;
    renewedAt = began;
    if (polled === told) polled = {};
    signal = timer.deadline(Math.max(1, until - MARGIN_MS - steady()));
  };

  // One at a time: the cursor is the result of the last change, and a heartbeat may come between any two.
  let last: Promise<void> = Promise.resolve();
  const change = (set: Record<string, unknown>, remove: readonly (keyof typeof CURSOR)[] = [], lease = LEASE_MS) => {
    last = last.catch(() => undefined).then(() => changeNow(set, remove, lease));
    return last;
  };
  /** The lease is another's: found by a renewal. */
  let lost: unknown;
  const renew = async (): Promise<void> => {
    try {
      // Later than writes may: the condition of this one holds for as long as nobody took the lease.
      await changeNow({}, [], LEASE_MS, timer.deadline(Math.max(RETRY_MS, until - steady())));
    } catch (error) {
      if (error instanceof LeaseLost) lost = error;
      renewedAt = steady() - RENEWAL_MS + RETRY_MS;
    }
  };
  // Heartbeat: the lease must not expire while the node is slow or a write takes long.
  const close = timer.every(HEARTBEAT_MS, () => {
    if (steady() - renewedAt < RENEWAL_MS) return;
    renewedAt = steady();
    last = last.catch(() => undefined).then(renew);
  });

  const seen = ({ head, headTime }: SeenHead) => ({
    [CURSOR.head]: head,
    [CURSOR.headTime]: headTime,
    [CURSOR.polledAt]: now(),
  });
  const getAttributes = ({ number, time, cumulative, hash }: Position) => ({
    [CURSOR.number]: number,
    [CURSOR.time]: time,
    [CURSOR.cumulative]: cumulative,
    ...(hash ? { [CURSOR.hash]: hexToBytes(hash) } : {}),
  });
  const MENDED = ['lastError', 'halted', 'strayHead', 'strayHeadTime'] as const;
  const PENDING = ['pendingKind', 'pendingFrom', 'pendingHashes'] as const;

  return {
    /** The cursor as of the last change. */
    get cursor(): Cursor {
      return item.state;
    },
    /** Aborts before the lease expires. Get a new one for each write, as a renewal replaces it. */
    signal: (): AbortSignal => signal,
    /**
     * The node answered. `ours`: its head builds on our blocks, so there is no error any more. Written at once only if
     * something changed, otherwise with the next renewal.
     */
    async polled(head: SeenHead, ours: boolean): Promise<void> {
      if (lost !== undefined) throw lost;
      const mended = ours && item.state.lastError !== undefined;
      if (mended || item.state.head !== head.head) await change(seen(head), mended ? MENDED : []);
      else polled = seen(head);
    },
    /** The node's head is not of our chain. Written with the next change. */
    strayed({ head, headTime }: SeenHead): void {
      polled = { ...polled, [CURSOR.strayHead]: head, [CURSOR.strayHeadTime]: headTime };
    },
    /** Reads whether another follower waits for the lease: between two changes nothing else tells. */
    async lookForNext(): Promise<void> {
      if (lost !== undefined) throw lost;
      // What cannot be read now is read with the next change.
      if (!(await item.refresh().catch(() => true)))
        throw new LeaseLost(`chain ${chain} was taken over by another follower`);
    },
    /** Rows and events of these blocks are about to be written. */
    begin: (blocks: readonly BlockRef[], head: SeenHead): Promise<void> =>
      change({ ...writePending({ kind: 'index', blocks }), ...seen(head) }),
    /** They are written; the cursor moves last. */
    commit: (to: Position): Promise<void> =>
      change({ ...getAttributes(to), [CURSOR.polledAt]: now() }, [...PENDING, ...MENDED]),
    /**
     * Rows of these orphans are about to be deleted. From here on, readers see the chain without them, as of `time`.
     */
    beginRollback: (orphans: readonly BlockRef[], time: number): Promise<void> =>
      change({
        ...writePending({ kind: 'rollback', blocks: orphans }),
        [CURSOR.epoch]: item.state.epoch + 1,
        [CURSOR.time]: time,
      }),
    /** Blocks below `start` belong to a backfill, which has a count of its own. */
    lower: (to: Position): Promise<void> =>
      change(getAttributes(to.number < item.state.start ? { ...to, cumulative: 0 } : to), [
        ...PENDING,
        ...(to.hash ? [] : (['hash'] as const)),
      ]),
    /** Records why the chain does not advance, for health-check; written if it is news. */
    recordError: async (message: string): Promise<void> => {
      if (item.state.lastError !== message) await change({ [CURSOR.lastError]: message });
    },
    /**
     * Records why the chain does not advance, for health-check, and gives the lease back. `halted`: the reorg is too
     * deep.
     */
    lastError: (message: string, halted = false): Promise<void> => {
      close();
      return change({ [CURSOR.lastError]: message, [CURSOR.halted]: halted }, [], 0);
    },
    /**
     * For the next follower: at once, or after a failure once no write of ours that was given up can land any more.
     */
    release: (failed = false): Promise<void> => {
      close();
      return change({}, ['wanted'], failed ? MARGIN_MS : 0);
    },
    /** Stops the heartbeat of a lost lease. */
    close,
  };
}
