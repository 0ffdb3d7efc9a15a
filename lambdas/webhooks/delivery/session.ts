import { randomUUID } from 'node:crypto';
import { MAX_CLOCK_SKEW_MS } from '../../core/domain/stored-time';
import { RECEIVER_TIMEOUT_SECONDS } from '../contract/delivery';
import { getPlaces, isDead, isSlow, messageFailed } from '../domain/health';
import { LEASE_MS, type Lease, type Taken } from '../rows/health-item';
import type { DueEntries } from '../rows/outbox';
import type { PendingWebhook } from '../rows/pending-webhooks';
import { queueDeliveries } from './announce';
import { type BatchResult, sendBatch } from './batch';
import { recordCutOff } from './cut-off';
import type { SenderDeps } from './deps';

/** How long a receiver may take to answer, with half a second for what comes before and after it. */
const MAX_ANSWER_MS = RECEIVER_TIMEOUT_SECONDS * 1_000 + 500;
/** No message is started so late after its claim that the lease could end before its answer. */
const LAST_START_MS = 4_000;
/** Messages that are claimed at once: at most so many, and so many for each that may be in flight. */
const [MAX_BATCH, BATCH_PER_PLACE] = [50, 5];
/** The longest delay that a queue allows. What is due later is found by the sweep. */
const MAX_QUEUE_DELAY_MS = 900_000;
/** How long a slow receiver waits if all places for slow receivers are taken. */
const NO_PLACE_DELAY_MS = 30_000;

/** What the deliveries of one invocation share. */
export interface Run {
  /** No batch begins after this time, by the steady clock. */
  readonly until: number;
  /** Takes one of the places for slow receivers. Returns what gives it back; undefined where all are taken. */
  readonly takeSlowPlace: () => (() => void) | undefined;
  /** Called with the time that a message to a healthy receiver waited for its first attempt, ms. */
  readonly waited: (ms: number) => void;
}

/** What a session leaves in the outbox. */
interface End {
  readonly pending: PendingWebhook;
  /** When the first entry is due, Unix ms; absent where none is left. */
  readonly due: number | undefined;
}

/**
 * Sends batch after batch under one lease. 'refused' where another sender has it, or the receiver is not to be tried
 * yet. A session that throws keeps its lease: whoever finds it ended records the claimed messages as attempts.
 */
export async function runSession(deps: SenderDeps, found: PendingWebhook, run: Run): Promise<End | 'refused'> {
  let entries = await getEntries(deps, found, MAX_BATCH);
  const hasReplays = entries.due.some(({ replay }) => replay);
  const isRead = entries.due.length < MAX_BATCH;
  const pending = found.hasReplays && isRead && !hasReplays ? await deps.pending.clearReplays(found) : found;
  if (entries.due.length === 0) return { pending, due: entries.nextDue };
  const opened = await createLease(deps, pending, entries, hasReplays);
  if (!opened) return 'refused';
  let { lease, claimedAt, known } = opened;
  // What a sender that was cut off left has entries of its own.
  if (opened.isTakenOver) entries = { ...entries, isMore: true };
  const giveBack = isSlow(known.health) ? run.takeSlowPlace() : () => undefined;
  if (!giveBack) {
    await deps.health.release(lease, known);
    return { pending, due: deps.now() + NO_PLACE_DELAY_MS };
  }
  try {
    for (;;) {
      const lastStart = claimedAt + LAST_START_MS;
      const options = { lastStart, lastPost: claimedAt + LEASE_MS - MAX_ANSWER_MS, waited: run.waited };
      const result = await sendBatch(deps, pending, entries.due, known, options);
      known = { ...known, health: result.health, sequence: result.sequence };
      entries = await entriesAfter(deps, pending, entries, result);
      if (isDead(result.health) || entries.due.length === 0 || deps.steady() >= run.until) break;
      claimedAt = deps.steady();
      lease = { ...lease, until: deps.now() + LEASE_MS };
      // Lost where this process stood still for longer than the lease: whoever has it now goes on.
      if (!(await deps.health.claim(lease, entries.due, known))) return 'refused';
    }
  } finally {
    giveBack();
  }
  const due = isDead(known.health) ? known.health.nextTryAt : entries.due.length > 0 ? deps.now() : entries.nextDue;
  const wakesAt = await wake(deps, pending, due, known.wakesAt);
  await deps.health.release(lease, { ...known, wakesAt });
  return { pending, due };
}

const getEntries = (deps: SenderDeps, { webhook, hasReplays }: PendingWebhook, limit: number): Promise<DueEntries> =>
  deps.outbox.next(webhook, deps.now() + MAX_CLOCK_SKEW_MS, limit, hasReplays);

interface Opened {
  readonly lease: Lease;
  /** By the steady clock. */
  readonly claimedAt: number;
  readonly known: Taken;
  readonly isTakenOver?: boolean;
}

async function createLease(
  deps: SenderDeps,
  pending: PendingWebhook,
  { due }: DueEntries,
  anyTime: boolean,
): Promise<Opened | undefined> {
  const [now, claimedAt] = [deps.now(), deps.steady()];
  const lease = { webhook: pending.webhook, token: randomUUID(), until: now + LEASE_MS };
  // A replay is one attempt that somebody asked for, also at a receiver that counts as dead.
  const known = await deps.health.take(lease, due, now, { anyTime });
  if (!('refused' in known)) return { lease, claimedAt, known };
  if (known.refused === 'not yet') await deps.pending.postpone(pending, known.until, now);
  if (known.refused !== 'cut off') return undefined;
  // What the other one claimed stays claimed until it is recorded, as this sender may be cut off too.
  const taken = await deps.health.take(lease, [...due, ...known.claimed], now, { anyTime, instead: known.token });
  if ('refused' in taken) return undefined;
  const { recorded, hasFailed } = await recordCutOff(deps, known);
  const health = hasFailed ? messageFailed(taken.health, deps.now()) : taken.health;
  // Numbers that the other one may have given are not given again.
  const after = { ...taken, health, sequence: taken.sequence + known.claimed.length };
  const renewedAt = deps.steady();
  const renewed = { ...lease, until: deps.now() + LEASE_MS };
  // From here on this sender's messages alone are claimed. What was recorded has a later retry, and is none of them.
  const own = due.filter(({ digest }) => !recorded.has(digest));
  return (await deps.health.claim(renewed, own, after))
    ? { lease: renewed, claimedAt: renewedAt, known: after, isTakenOver: true }
    : undefined;
}

/** What is due after a batch. A batch that was sent whole, and held all that was due, leaves nothing to read. */
async function entriesAfter(
  deps: SenderDeps,
  pending: PendingWebhook,
  before: DueEntries,
  { health, isWhole, nextDue }: BatchResult,
): Promise<DueEntries> {
  if (isDead(health)) return { due: [] };
  const limit = Math.min(MAX_BATCH, BATCH_PER_PLACE * getPlaces(health));
  if (!isWhole || before.isMore) return getEntries(deps, pending, limit);
  const times = [before.nextDue, nextDue].filter((time) => time !== undefined);
  return times.length === 0 ? { due: [] } : { due: [], nextDue: Math.min(...times) };
}

/** Queues the webhook for when its next entry is due, if the queue can delay it for so long. Once for each time. */
async function wake(
  { queue, now }: SenderDeps,
  { webhook, owner }: PendingWebhook,
  due: number | undefined,
  wakesAt: number,
): Promise<number> {
  const delay = (due ?? 0) - now();
  if (due === undefined || due === wakesAt || delay <= 0 || delay > MAX_QUEUE_DELAY_MS) return wakesAt;
  try {
    await queueDeliveries(queue, [{ webhook, owner }], { delaySeconds: Math.ceil(delay / 1_000) });
    return due;
  } catch (error) {
    // The sweep finds it. What was sent is settled, and the lease is to be given back.
    console.error({ message: 'a webhook could not be queued for its next message', webhook, error: String(error) });
    return wakesAt;
  }
}
