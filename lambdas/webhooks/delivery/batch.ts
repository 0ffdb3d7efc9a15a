import type { Taken } from '../../adapters/dynamo/webhooks/health-item';
import type { OutboxEntry } from '../../adapters/dynamo/webhooks/outbox';
import type { Delivery } from '../../contract/messages';
import { type Health, placesOf } from '../../domain/webhooks/health';
import { attempt, isToSend } from './attempt';
import type { SenderDeps } from './deps';
import { track } from './track';

/** A message that was read longer ago is read again before it is sent, ms. */
const MAX_AGE_MS = 100;

/** What became of a batch. */
export interface BatchResult extends Pick<Taken, 'health' | 'sequence'> {
  /** false where entries were left: the receiver became slow or died, or a message has several. */
  readonly isWhole: boolean;
  /** When the first retry is due, Unix ms; absent if there is none. */
  readonly nextDue?: number;
}

/** Limits of a batch, and its measurement. */
interface Options {
  /** No message is started after this time, Unix ms. */
  readonly lastStart: number;
  readonly waited: (ms: number) => void;
}

/** Sends claimed messages of one webhook, as many at once as its receiver's health allows. Each is settled on its own. */
export async function sendBatch(
  deps: SenderDeps,
  { webhook: id, owner }: Delivery,
  entries: readonly OutboxEntry[],
  known: Taken,
  { lastStart, waited }: Options,
): Promise<BatchResult> {
  // A message may have further entries, from before its sender was cut off or of a replay: those have their turn in the
  // next batch, which knows what became of this one.
  const toSend = entries.filter((entry, i) => entries.findIndex(({ digest }) => digest === entry.digest) === i);
  const readAt = deps.now();
  const { messages, webhook, signing } = await deps.batches.read({ owner, id }, toSend, readAt);
  let { health, sequence } = known;
  const ended: OutboxEntry[] = [];
  const retries: OutboxEntry[] = [];
  const record = (change: (before: Health) => Health) => {
    health = change(health);
    return health;
  };
  const nextNumber = () => ++sequence;
  const send = async (entry: OutboxEntry) => {
    // It may have been revoked while it waited for those before it.
    const isFresh = deps.now() - readAt <= MAX_AGE_MS;
    const message = isFresh ? messages.get(entry.digest) : await deps.messages.find(entry);
    if (message?.tries === 0 && !entry.replay && known.health.failures === 0) waited(deps.now() - entry.due);
    // A replay that was asked for meanwhile is this attempt too.
    const isWithReplay = message !== undefined && isToSend(entry, message, deps.now());
    const recordResult =
      webhook && message && (await attempt(deps, { entry, message, webhook, signing, nextNumber, record }));
    return async () => {
      const retryAt = await recordResult?.();
      ended.push(entry, ...(isWithReplay ? entries.filter(isReplayOf(entry)) : []));
      if (retryAt !== undefined) retries.push({ ...entry, due: retryAt });
    };
  };
  const started = await startAll(toSend, send, {
    mayStart: ({ replay }) => deps.now() < lastStart && (replay || (health.nextTryAt ?? 0) <= deps.now()),
    places: () => placesOf(health),
  });
  // First what is to be sent again: an entry too many does no harm.
  await deps.outbox.add(retries, deps.now());
  await deps.outbox.remove(ended);
  const nextDue = retries.length === 0 ? {} : { nextDue: Math.min(...retries.map(({ due }) => due)) };
  return { health, sequence, isWhole: started === entries.length, ...nextDue };
}

const isReplayOf =
  ({ digest }: OutboxEntry) =>
  (entry: OutboxEntry): boolean =>
    entry.replay && entry.digest === digest;

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
