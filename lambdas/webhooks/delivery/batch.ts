import type { Delivery } from '../contract/messages';
import { getPlaces, type Health, isDead, mayTry } from '../domain/health';
import type { Taken } from '../rows/health-item';
import type { OutboxEntry } from '../rows/outbox';
import { attempt } from './attempt';
import type { SenderDeps } from './deps';
import { track } from './track';

/** A message that was read longer ago is read again before it is sent, ms. */
const MAX_AGE_MS = 100;
/** Both are written in one transaction, but an entry may be readable before its message: for at most so long, ms. */
const MAX_UNREADABLE_MS = 60_000;
/** Delay before the next read of a message that is not readable yet, ms. */
const UNREADABLE_DELAY_MS = 1_000;

/** What became of a batch. */
export interface BatchResult extends Pick<Taken, 'health' | 'sequence'> {
  /** false where entries were left: the receiver became slow or died, or a message has several. */
  readonly isWhole: boolean;
  /** When the first retry, or read of a message that was not readable yet, is due, Unix ms; absent if none is. */
  readonly nextDue?: number;
}

/** Limits of a batch, and its measurement. */
interface Options {
  /** No message is started after this time, and no request begins after the other, by the steady clock. */
  readonly lastStart: number;
  readonly lastPost: number;
  readonly waited: (ms: number) => void;
}

/** Sends claimed messages of one webhook, as many at once as its receiver's health allows. Each is settled on its own. */
export async function sendBatch(
  deps: SenderDeps,
  { webhook: id, owner }: Delivery,
  entries: readonly OutboxEntry[],
  known: Taken,
  { lastStart, lastPost, waited }: Options,
): Promise<BatchResult> {
  // A message may have further entries, from before its sender was cut off or of a replay: those have their turn in the
  // next batch, which knows what became of this one. Of a dead receiver the replay is first: the others wait for a probe.
  const isDown = isDead(known.health);
  const firsts = new Map<string, OutboxEntry>();
  for (const entry of entries)
    if (!firsts.has(entry.digest) || (isDown && entry.replay)) firsts.set(entry.digest, entry);
  const toSend = entries.filter((entry) => firsts.get(entry.digest) === entry);
  const readAt = deps.steady();
  const { messages, webhook, signing } = await deps.batches.read({ owner, id }, toSend, deps.now());
  let { health, sequence } = known;
  const ended: OutboxEntry[] = [];
  const retries: OutboxEntry[] = [];
  const due: number[] = [];
  const record = (change: (before: Health) => Health) => {
    health = change(health);
    return health;
  };
  const nextNumber = () => ++sequence;
  const send = async (entry: OutboxEntry) => {
    // It may have been revoked while it waited for those before it.
    const isFresh = deps.steady() - readAt <= MAX_AGE_MS;
    const message = isFresh ? messages.get(entry.digest) : await deps.messages.find(entry);
    if (message?.tries === 0 && !entry.replay && known.health.failures === 0)
      waited(Math.max(0, deps.now() - entry.due));
    if (!message && !entry.replay && deps.now() - entry.due < MAX_UNREADABLE_MS) {
      due.push(deps.now() + UNREADABLE_DELAY_MS);
      return async () => undefined;
    }
    const attempted =
      webhook && message && (await attempt(deps, { entry, message, webhook, signing, nextNumber, record, lastPost }));
    return async () => {
      const retryAt = await attempted?.recordResult();
      // A replay that was asked for meanwhile is this attempt too.
      const isEnded = ({ replay, digest }: OutboxEntry) => replay && digest === entry.digest && attempted?.isMade;
      ended.push(...entries.filter((one) => one === entry || isEnded(one)));
      if (retryAt !== undefined) retries.push({ ...entry, due: retryAt });
    };
  };
  const started = await startAll(toSend, send, {
    mayStart: ({ replay }) => deps.steady() < lastStart && (replay || mayTry(health, deps.now())),
    places: () => getPlaces(health),
  });
  // First what is to be sent again: an entry too many does no harm.
  await deps.outbox.add(retries, deps.now());
  await deps.outbox.remove(ended);
  due.push(...retries.map((entry) => entry.due));
  const nextDue = due.length === 0 ? {} : { nextDue: Math.min(...due) };
  return { health, sequence, isWhole: started === entries.length, ...nextDue };
}

/**
 * Starts work as long as it may, with limited concurrency; what it returns is done after that, beside the others. How
 * much was started. Throws after all of it has ended.
 */
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
