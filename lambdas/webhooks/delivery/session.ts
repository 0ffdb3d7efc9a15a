import { randomUUID } from 'node:crypto';
import { MAX_CLOCK_SKEW_MS } from '../../core/domain/stored-time';
import { log } from '../../core/runtime/log';
import { RECEIVER_TIMEOUT_SECONDS } from '../contract/delivery';
import { getPlaces, isDead, isSlow, messageFailed } from '../domain/health';
import { LEASE_MS, type Lease, type Taken } from '../rows/health-item';
import type { DueEntries } from '../rows/outbox';
import type { PendingWebhook } from '../rows/pending-webhooks';
import { queueDeliveries } from './announce';
import { type BatchResult, sendBatch } from './batch';
import { recordCutOff } from './cut-off';
import type { SenderDeps } from './deps';
import type { Tally } from './tally';

/** The receiver's timeout plus half a second of overhead. */
const MAX_ANSWER_MS = RECEIVER_TIMEOUT_SECONDS * 1_000 + 500;
/** Messages start at most this long after their claim, so that the lease outlasts the answer. */
const LAST_START_MS = 4_000;
/** Messages per claim, in all and per slot of the receiver. */
const [MAX_BATCH, BATCH_PER_PLACE] = [50, 5];
/** SQS's maximum. The sweep finds entries due later. */
const MAX_QUEUE_DELAY_MS = 900_000;
const NO_PLACE_DELAY_MS = 30_000;

export interface Run {
  /** No batch starts after this time, by the steady clock. */
  readonly until: number;
  /** Returns a release function; undefined if no slot is free. */
  readonly takeSlowPlace: () => (() => void) | undefined;
  readonly tally: Tally;
}

interface End {
  readonly pending: PendingWebhook;
  /** First entry, Unix ms; undefined if the outbox is empty. */
  readonly due: number | undefined;
}

/**
 * Sends batch after batch under one lease. 'refused': another sender holds it, or the receiver must not be tried yet. A
 * session that throws keeps its lease: the sender that finds it expired records the claimed messages as attempts.
 */
export async function runSession(deps: SenderDeps, found: PendingWebhook, run: Run): Promise<End | 'refused'> {
  let entries = await getEntries(deps, found, MAX_BATCH);
  const hasReplays = entries.due.some(({ replay }) => replay);
  const isRead = entries.due.length < MAX_BATCH;
  const pending = found.hasReplays && isRead && !hasReplays ? await deps.pending.clearReplays(found) : found;
  if (entries.due.length === 0) return { pending, due: entries.nextDue };
  const acquired = await createLease(deps, pending, entries, hasReplays);
  if (!acquired) return 'refused';
  let { lease, claimedAt, known } = acquired;
  // The interrupted sender's messages have entries of their own.
  if (acquired.isTakenOver) entries = { ...entries, isMore: true };
  const releaseSlot = isSlow(known.health) ? run.takeSlowPlace() : () => undefined;
  if (!releaseSlot) {
    await deps.health.release(lease, known);
    return { pending, due: deps.now() + NO_PLACE_DELAY_MS };
  }
  try {
    for (;;) {
      const lastStart = claimedAt + LAST_START_MS;
      const options = { lastStart, lastPost: claimedAt + LEASE_MS - MAX_ANSWER_MS, tally: run.tally };
      const result = await sendBatch(deps, pending, entries.due, known, options);
      known = { ...known, health: result.health, sequence: result.sequence };
      entries = await entriesAfter(deps, pending, entries, result);
      if (isDead(result.health) || entries.due.length === 0 || deps.steady() >= run.until) break;
      claimedAt = deps.steady();
      lease = { ...lease, until: deps.now() + LEASE_MS };
      // Lost if this process was suspended for longer than the lease: the new holder continues.
      if (!(await deps.health.claim(lease, entries.due, known))) return 'refused';
    }
  } finally {
    releaseSlot();
  }
  const due = isDead(known.health) ? known.health.nextTryAt : entries.due.length > 0 ? deps.now() : entries.nextDue;
  const wakesAt = await wake(deps, pending, due, known.wakesAt);
  await deps.health.release(lease, { ...known, wakesAt });
  return { pending, due };
}

const getEntries = (deps: SenderDeps, { webhook, hasReplays }: PendingWebhook, limit: number): Promise<DueEntries> =>
  deps.outbox.next(webhook, deps.now() + MAX_CLOCK_SKEW_MS, limit, hasReplays);

interface Acquired {
  readonly lease: Lease;
  readonly claimedAt: number; // steady clock
  readonly known: Taken;
  readonly isTakenOver?: boolean;
}

async function createLease(
  deps: SenderDeps,
  pending: PendingWebhook,
  { due }: DueEntries,
  anyTime: boolean,
): Promise<Acquired | undefined> {
  const [now, claimedAt] = [deps.now(), deps.steady()];
  const lease = { webhook: pending.webhook, token: randomUUID(), until: now + LEASE_MS };
  // A replay is a single requested attempt: allowed even if the receiver counts as dead.
  const known = await deps.health.take(lease, due, now, { anyTime });
  if (!('refused' in known)) return { lease, claimedAt, known };
  if (known.refused === 'not yet') await deps.pending.postpone(pending, known.until, now);
  if (known.refused !== 'cut off') return undefined;
  // Keep the other sender's claims until they are recorded, as this sender may be interrupted too.
  const taken = await deps.health.take(lease, [...due, ...known.claimed], now, { anyTime, instead: known.token });
  if ('refused' in taken) return undefined;
  const { recorded, hasFailed } = await recordCutOff(deps, known);
  const health = hasFailed ? messageFailed(taken.health, deps.now()) : taken.health;
  // Skip the sequence numbers that the other sender may have used.
  const after = { ...taken, health, sequence: taken.sequence + known.claimed.length };
  const renewedAt = deps.steady();
  const renewed = { ...lease, until: deps.now() + LEASE_MS };
  // Claim only this sender's messages from here on. Recorded messages have a later retry and are excluded.
  const own = due.filter(({ digest }) => !recorded.has(digest));
  return (await deps.health.claim(renewed, own, after))
    ? { lease: renewed, claimedAt: renewedAt, known: after, isTakenOver: true }
    : undefined;
}

/** Reads nothing if the batch was sent whole and contained all due entries. */
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

/** Queues the webhook for its next entry, once for each time, if within the maximum SQS delay. */
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
    // The sweep will find it. The sent messages are settled, and the lease must still be released.
    log.error('queueing a webhook for its next message failed', { webhook, error });
    return wakesAt;
  }
}
