import { track } from '../../core/runtime/concurrency';
import type { Delivery } from '../contract/messages';
import { getPlaces, type Health, isDead, mayTry } from '../domain/health';
import type { Taken } from '../rows/health-item';
import type { OutboxEntry } from '../rows/outbox';
import { attempt } from './attempt';
import type { SenderDeps } from './deps';
import type { Tally } from './tally';

/** A message read longer ago is re-read before it is sent. */
const MAX_AGE_MS = 100;
/** An entry may become readable this much earlier than its message, although one transaction writes both. */
const MAX_UNREADABLE_MS = 60_000;
const UNREADABLE_DELAY_MS = 1_000;

export interface BatchResult extends Pick<Taken, 'health' | 'sequence'> {
  /** false if entries remain: the receiver became slow or dead, or a message has several entries. */
  readonly isWhole: boolean;
  /** First retry or re-read, Unix ms. */
  readonly nextDue?: number;
}

interface Options {
  /** Steady clock: no message starts after `lastStart`, no request after `lastPost`. */
  readonly lastStart: number;
  readonly lastPost: number;
  readonly tally: Tally;
}

/** Concurrency depends on the receiver's health. Each message is settled on its own. */
export async function sendBatch(
  deps: SenderDeps,
  { webhook: id, owner }: Delivery,
  entries: readonly OutboxEntry[],
  known: Taken,
  { lastStart, lastPost, tally }: Options,
): Promise<BatchResult> {
  // A message may have several entries (left by an interrupted sender, or a replay): one per batch, as the next batch
  // knows the result. For a dead receiver the replay goes first, since the others wait for a probe.
  const isDown = isDead(known.health);
  const firsts = new Map<string, OutboxEntry>();
  for (const entry of entries)
    if (!firsts.has(entry.digest) || (isDown && entry.replay)) firsts.set(entry.digest, entry);
  const toSend = entries.filter((entry) => firsts.get(entry.digest) === entry);
  const readAt = deps.steady();
  const { messages, webhook, signing } = await deps.batches.read({ owner, id }, toSend, deps.now());
  let { health, sequence } = known;
  const done: OutboxEntry[] = [];
  const retries: OutboxEntry[] = [];
  const due: number[] = [];
  const record = (change: (before: Health) => Health) => {
    health = change(health);
    return health;
  };
  const nextNumber = () => ++sequence;
  const send = async (entry: OutboxEntry) => {
    // It may have been revoked while it waited for its turn.
    const isFresh = deps.steady() - readAt <= MAX_AGE_MS;
    const message = isFresh ? messages.get(entry.digest) : await deps.messages.find(entry);
    if (message?.tries === 0 && !entry.replay && known.health.failures === 0)
      tally.waited(Math.max(0, deps.now() - entry.due));
    if (!message && !entry.replay && deps.now() - entry.due < MAX_UNREADABLE_MS) {
      due.push(deps.now() + UNREADABLE_DELAY_MS);
      return async () => undefined;
    }
    const attempted =
      webhook &&
      message &&
      (await attempt(deps, { entry, message, webhook, signing, nextNumber, record, lastPost, tally }));
    return async () => {
      const retryAt = await attempted?.recordResult();
      // A replay requested meanwhile is covered by this attempt.
      const isDone = ({ replay, digest }: OutboxEntry) => replay && digest === entry.digest && attempted?.isMade;
      done.push(...entries.filter((one) => one === entry || isDone(one)));
      if (retryAt !== undefined) retries.push({ ...entry, due: retryAt });
    };
  };
  const started = await startAll(toSend, send, {
    mayStart: ({ replay }) => deps.steady() < lastStart && (replay || mayTry(health, deps.now())),
    places: () => getPlaces(health),
  });
  // Retries first: a duplicate entry is harmless, a missing one is not.
  await deps.outbox.add(retries, deps.now());
  await deps.outbox.remove(done);
  due.push(...retries.map((entry) => entry.due));
  const nextDue = due.length === 0 ? {} : { nextDue: Math.min(...due) };
  return { health, sequence, isWhole: started === entries.length, ...nextDue };
}

/** The returned functions run without a slot. Throws the first error, after all work has ended. */
async function startAll<T>(
  items: readonly T[],
  work: (item: T) => Promise<() => Promise<void>>,
  { mayStart, places }: { readonly mayStart: (item: T) => boolean; readonly places: () => number },
): Promise<number> {
  const running = new Set<Promise<unknown>>();
  const all: Promise<void>[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    while (running.size > 0 && running.size >= places()) await Promise.race(running);
    if (failures.length > 0) break;
    if (!mayStart(item)) continue;
    const one = work(item);
    track(running, one);
    all.push(one.then((rest) => rest()).catch((error: unknown) => void failures.push(error)));
  }
  await Promise.all(all);
  if (failures.length > 0) throw failures[0];
  return all.length;
}
