import { DERIVATION } from '../../core/domain/derivations';
import { isHeld } from '../../core/domain/stored-time';
import type { Timer } from '../../core/runtime/clock';
import { takeFenced } from '../../core/table/fenced-item';
import { hexToBytes } from '../../core/table/hex';
import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import type { BlockRef } from '../domain/block';
import { type Cursor, finalBlock, type Position, type SeenHead } from '../domain/cursor';
import { derivedFrom, derivedText, readDerived } from '../domain/derived-by';
import type { ChainSettings } from '../kind';
import { CURSOR, cursorKey, readCursor, writePending } from './cursor-item';

/** After a crash, the chain waits this long for its next follower. */
const LEASE_MS = 10_000;
/** An idle lease is renewed after this time, ms: each renewal costs a write unit. */
const RENEWAL_MS = 5_000;
const RETRY_MS = 1_000;
const HEARTBEAT_MS = 250;
/** Writes stop this long before the lease expires, so that none lands in the next one. */
const MARGIN_MS = 3_000;

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** undefined while another follower holds the lease; it is then notified. */
export async function takeLease(
  table: Table,
  { chainId: chain, finalityDepth }: Pick<ChainSettings, 'chainId' | 'finalityDepth'>,
  timer: Timer,
  create: () => Promise<unknown>,
) {
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
  const blocks = { next: held.number + 1, final: finalBlock(held, finalityDepth) };
  const derived = derivedText(
    derivedFrom(readDerived(held.derived), blocks, { version: DERIVATION, fence: held.fence + 1 }),
  );
  const changes = {
    set: { [CURSOR.leaseUntil]: timer.now() + LEASE_MS, [CURSOR.derived]: derived },
    remove: [CURSOR.wanted],
  };
  // If its holder renews it at this moment, however late, it stays the holder's.
  const when = { [CURSOR.leaseUntil]: held.leaseUntil, [CURSOR.derived]: held.derived ?? ABSENT };
  const item = await takeFenced(table, cursorKey(chain), readCursor, held, changes, when);
  return item && createLease(item, chain, timer, until);
}
/** Every method throws LeaseLost once another follower has it. */
export type Lease = NonNullable<Awaited<ReturnType<typeof takeLease>>>;

type FencedCursor = NonNullable<Awaited<ReturnType<typeof takeFenced<Cursor>>>>;

/** `first`: expiry by the steady clock, which a holder uses; others read the stored one. */
function createLease(item: FencedCursor, chain: string, timer: Timer, first: number) {
  const { now, steady } = timer;
  let until = first;
  let renewedAt = steady();
  let polled: Record<string, unknown> = {};
  let signal = timer.deadline(Math.max(1, until - MARGIN_MS - steady()));

  /** Renews the lease; fails once another holder has a higher fence. */
  const changeNow = async (
    set: Record<string, unknown>,
    remove: readonly (keyof typeof CURSOR)[],
    lease: number,
    by = signal,
  ) => {
    const [began, reported] = [steady(), polled];
    const removed = remove.map((name) => CURSOR[name]);
    const all = { ...reported, ...set, [CURSOR.leaseUntil]: lease === 0 ? 0 : now() + lease };
    const changes = {
      set: Object.fromEntries(Object.entries(all).filter(([name]) => !removed.some((one) => one === name))),
      remove: removed,
    };
    if (!(await item.change(changes, by))) throw new LeaseLost(`chain ${chain} was taken over by another follower`);
    until = began + lease;
    renewedAt = began;
    if (polled === reported) polled = {};
    signal = timer.deadline(Math.max(1, until - MARGIN_MS - steady()));
  };

  // One at a time: a heartbeat may come between any two.
  let last: Promise<void> = Promise.resolve();
  const change = (set: Record<string, unknown>, remove: readonly (keyof typeof CURSOR)[] = [], lease = LEASE_MS) => {
    last = last.catch(() => undefined).then(() => changeNow(set, remove, lease));
    return last;
  };
  let lostError: unknown;
  const renew = async (): Promise<void> => {
    try {
      // May be later than other writes: its condition holds until another follower takes the lease.
      await changeNow({}, [], LEASE_MS, timer.deadline(Math.max(RETRY_MS, until - steady())));
    } catch (error) {
      if (error instanceof LeaseLost) lostError = error;
      renewedAt = steady() - RENEWAL_MS + RETRY_MS;
    }
  };
  // Keeps the lease while the node is slow or a write takes long.
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
  const published = (events: number) => ({ [CURSOR.serial]: item.state.serial + events });
  const ERROR_ATTRIBUTES = ['lastError', 'halted', 'strayHead', 'strayHeadTime'] as const;
  const PENDING = ['pendingKind', 'pendingFrom', 'pendingHashes'] as const;

  return {
    get cursor(): Cursor {
      return item.state;
    },
    /** Aborts before the lease expires. Get a new one for each write, as renewals replace it. */
    signal: (): AbortSignal => signal,
    /** `ours`: the head builds on our blocks, which clears errors. Written at once if changed. */
    async polled(head: SeenHead, ours: boolean): Promise<void> {
      if (lostError !== undefined) throw lostError;
      const recovered = ours && item.state.lastError !== undefined;
      const isIdle = ours && head.head === item.state.number;
      const set = { ...seen(head), ...(isIdle ? { [CURSOR.idleAt]: now() } : {}) };
      if (recovered || item.state.head !== head.head) await change(set, recovered ? ERROR_ATTRIBUTES : []);
      else polled = set;
    },
    /** A head that is not of our chain; written with the next change. */
    strayed({ head, headTime }: SeenHead): void {
      polled = { ...polled, [CURSOR.strayHead]: head, [CURSOR.strayHeadTime]: headTime };
    },
    /** Reads whether another follower waits, otherwise only seen after a change. */
    async lookForNext(): Promise<void> {
      if (lostError !== undefined) throw lostError;
      // A failed read does not matter: the next change reads it.
      if (!(await item.refresh().catch(() => true)))
        throw new LeaseLost(`chain ${chain} was taken over by another follower`);
    },
    /** Call before writing rows and events of these blocks. */
    begin: (blocks: readonly BlockRef[], head: SeenHead): Promise<void> =>
      change({ ...writePending({ kind: 'index', blocks }), ...seen(head) }),
    /** The cursor has passed or left the blocks that were published before the table was restored. */
    forgetPublished: (): Promise<void> => change({}, ['publishedFrom', 'publishedHashes']),
    /** Call after writing them: the cursor moves last. `events`: published since the last move. */
    commit: (to: Position, events: number): Promise<void> =>
      change({ ...getAttributes(to), ...published(events), [CURSOR.polledAt]: now() }, [
        ...PENDING,
        ...ERROR_ATTRIBUTES,
      ]),
    /** Call before deleting rows: readers then see the chain without the orphans, as of `time`. */
    beginRollback: (orphans: readonly BlockRef[], time: number): Promise<void> =>
      change({
        ...writePending({ kind: 'rollback', blocks: orphans }),
        [CURSOR.epoch]: item.state.epoch + 1,
        [CURSOR.time]: time,
        // Until the new branch is known to end there.
        [CURSOR.idleAt]: 0,
      }),
    /** Ends a rollback. Blocks below `start` belong to a backfill, which has its own count. */
    lower: (to: Position, events: number): Promise<void> =>
      change({ ...getAttributes(to.number < item.state.start ? { ...to, cumulative: 0 } : to), ...published(events) }, [
        ...PENDING,
        ...(to.hash ? [] : (['hash'] as const)),
      ]),
    /** For health-check; written only if it changed. */
    recordError: async (message: string): Promise<void> => {
      if (item.state.lastError !== message) await change({ [CURSOR.lastError]: message });
    },
    /** Also releases the lease. `halted`: the reorg is too deep. */
    lastError: (message: string, halted = false): Promise<void> => {
      close();
      return change({ [CURSOR.lastError]: message, [CURSOR.halted]: halted }, [], 0);
    },
    /** At once, or after a failure once none of our aborted writes can land any more. */
    release: (failed = false): Promise<void> => {
      close();
      return change({}, ['wanted'], failed ? MARGIN_MS : 0);
    },
    /** Stops the heartbeat; for a lost lease. */
    close,
  };
}
