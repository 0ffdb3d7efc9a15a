import { log } from '../../core/runtime/log';
import { type DeliveryOutcome, MAX_REFUSED_REMOVALS } from '../contract/delivery';
import { failed, type Health, isGivenUp, messageFailed, succeeded } from '../domain/health';
import { type MessageRecord, messageId, refOfId } from '../domain/message';
import { getRetryAfter, isDue } from '../domain/schedule';
import type { WebhookRecord } from '../domain/webhook';
import type { Outcome } from '../rows/message-item';
import type { OutboxEntry } from '../rows/outbox';
import { getBody } from './body';
import { inPostSpan, inSendSpan } from './delivery-spans';
import type { SenderDeps } from './deps';
import type { Received } from './receiver';
import { sign } from './sign';
import type { Tally } from './tally';

export interface Item {
  readonly entry: OutboxEntry;
  readonly message: MessageRecord;
  readonly webhook: WebhookRecord;
  /** The current secret first. */
  readonly signing: readonly string[];
  readonly nextNumber: () => number;
  readonly record: (change: (health: Health) => Health) => Health;
  /** By the steady clock: a later request could outlast the lease. */
  readonly lastPost: number;
  readonly tally: Tally;
}

/** 4xx statuses that mean "retry later", not a rejection. */
const TEMPORARY = [408, 425, 429];

interface Attempted {
  /** false if nothing had to be sent. */
  readonly isMade: boolean;
  /** Returns the time of the next attempt (Unix ms), if any. */
  readonly recordResult: () => Promise<number | undefined>;
}

/** Results are recorded later, so that the receiver's slot is free once it has answered. Failures are attempts too. */
export async function attempt(deps: SenderDeps, item: Item): Promise<Attempted> {
  const { messages, now } = deps;
  const { entry, message, webhook, tally } = item;
  const began = now();
  // An interrupted sender may have recorded an attempt without adding its retry to the outbox.
  if (!isToSend(entry, message, began)) {
    if (message.revokedAt !== undefined) tally.ended('revoked');
    return notMade(async () => (message.status === 'pending' ? message.nextAttemptAt : undefined));
  }
  if (message.kind === 'removed' && !(await mayHaveArrived(deps, message)))
    return notMade(async () => void (await messages.discard(message)));
  const reason = reasonNotToSend(webhook, entry, message);
  if (reason !== undefined) {
    const status = entry.replay ? message.status : 'failed';
    return notMade(() => settle(deps, item, { status, attempt: { at: began, latencyMs: 0, error: reason } }));
  }
  const sequence = message.sequence ?? item.nextNumber();
  const received = await inSendSpan(item, () => post(deps, { ...item, message: { ...message, sequence } }, began));
  const outcome = getOutcome(deps, item, received, { began, now: now(), draw: deps.draw() });
  await recordHealth(deps, item, received);
  if (!isSuccess(received)) logFailure(item, received);
  return { isMade: true, recordResult: () => settle(deps, item, { ...outcome, sequence }) };
}

/** Delivered messages are not logged, as there are too many: their attempts are stored with the message. */
function logFailure({ webhook, message, entry }: Item, { statusCode, error, latencyMs }: Received): void {
  const { tries, of } = message;
  const ids = { webhook: webhook.id, messageId: messageId(message), correlationId: of?.blockHash };
  log.warn('delivery attempt failed', {
    ...ids,
    attempt: tries + 1,
    isReplay: entry.replay,
    statusCode,
    reason: error,
    latencyMs,
  });
}

const notMade = (recordResult: Attempted['recordResult']): Attempted => ({ isMade: false, recordResult });

async function settle({ messages, now }: SenderDeps, { entry, message, record, tally }: Item, outcome: Outcome) {
  const hasChanged = await messages.settle(message, outcome, entry.replay);
  tally.ended(getEnd(message, outcome));
  if (hasChanged && outcome.status === 'failed') record((health) => messageFailed(health, now()));
  return outcome.nextAttemptAt;
}

function getEnd({ revokedAt }: MessageRecord, { attempt, status, nextAttemptAt }: Outcome): DeliveryOutcome {
  if (revokedAt !== undefined) return 'revoked';
  if (isSuccess(attempt)) return 'delivered';
  // The retry of a message that was replayed meanwhile still follows.
  return nextAttemptAt !== undefined || status === 'pending' ? 'retried' : 'failed';
}

/** Skips stale entries: a retry has an entry of its own. A replay repeats only attempted messages. */
function isToSend({ replay, due }: OutboxEntry, message: MessageRecord, now: number): boolean {
  const { status, attempts, nextAttemptAt = 0 } = message;
  if (replay) return status !== 'pending' || attempts.length > 0;
  return status === 'pending' && (isDue(message, now) || nextAttemptAt <= due);
}

/** The original of a removal was attempted. It comes earlier in the same outbox. */
async function mayHaveArrived({ messages }: SenderDeps, { webhook, removes = '' }: MessageRecord): Promise<boolean> {
  const ref = refOfId(webhook, removes);
  const original = ref && (await messages.find(ref));
  return original === undefined || original.attempts.length > 0;
}

function reasonNotToSend(webhook: WebhookRecord, { replay }: OutboxEntry, message: MessageRecord): string | undefined {
  if (message.revokedAt !== undefined) return 'not sent: its block was removed by a reorg';
  if (webhook.url === undefined) return 'not sent: the webhook has no URL any more, only its feed';
  if (!webhook.active && !replay) return webhook.disabledReason ?? 'the webhook is inactive';
  return undefined;
}

/** Our own failures do not count against the receiver. */
type Result = Received & { readonly isOurs?: boolean };

async function post(deps: SenderDeps, { webhook, message, signing, lastPost }: Item, now: number): Promise<Result> {
  let signed: ReturnType<typeof sign>;
  try {
    signed = sign(await getBody(deps.kinds, webhook, message), signing, now);
  } catch (error) {
    log.error('building a webhook message failed', { webhook: webhook.id, error });
    return { latencyMs: 0, error: 'the service could not build the message', isOurs: true };
  }
  if (deps.steady() > lastPost)
    return { latencyMs: 0, error: 'the service could not build the message in time', isOurs: true };
  const url = webhook.url ?? '';
  // Our headers take precedence.
  const headers = { ...webhook.headers, ...signed.headers };
  return inPostSpan(url, () => deps.receivers.post(url, { ...signed, headers }));
}

/** Failed replays and rejected removals do not count against the receiver. */
async function recordHealth({ webhooks, now }: SenderDeps, item: Item, received: Result): Promise<void> {
  const { webhook, record, entry } = item;
  if (received.isOurs) return;
  if (isSuccess(received)) return void record((health) => succeeded(health, now(), received.latencyMs));
  if (entry.replay || isRefusedRemoval(item.message, received)) return;
  const health = record((before) => failed(before, now(), received.latencyMs));
  const disabledReason =
    received.statusCode === 410
      ? 'the receiver answered 410 Gone'
      : isGivenUp(health, now(), webhook.turnedOnAt)
        ? 'every attempt failed for five days'
        : undefined;
  if (!disabledReason) return;
  // The owner may have changed the URL or re-enabled the webhook since it was read.
  const current = await webhooks.find(webhook.owner, webhook.id);
  if (current && current.url === webhook.url && current.turnedOnAt === webhook.turnedOnAt)
    await webhooks.change(webhook, { active: false, disabledReason });
}

function getOutcome(
  { nextAttempt }: Pick<SenderDeps, 'nextAttempt'>,
  { message, entry }: Item,
  { retryAfter, isOurs: _, ...received }: Result,
  at: { readonly began: number; readonly now: number; readonly draw: number },
): Outcome {
  const attempt = { at: at.began, ...received };
  if (isSuccess(received)) return { attempt, status: 'delivered' };
  if (entry.replay) return { attempt, status: message.status };
  const isRefused = isRefusedRemoval(message, received);
  if (isRefused ? message.tries + 1 >= MAX_REFUSED_REMOVALS : received.statusCode === 410)
    return { attempt, status: 'failed' };
  const next = nextAttempt(message.tries + 1, at.now, at.draw, getRetryAfter(retryAfter, at.now));
  return next === undefined ? { attempt, status: 'failed' } : { attempt, status: 'pending', nextAttemptAt: next };
}

const isSuccess = ({ statusCode = 0 }: { readonly statusCode?: number | undefined }): boolean =>
  statusCode >= 200 && statusCode < 300;
/** A receiver without support for removals answers them with 4xx. */
const isRefusedRemoval = ({ kind }: MessageRecord, { statusCode = 0 }: Pick<Received, 'statusCode'>): boolean =>
  kind === 'removed' && statusCode >= 400 && statusCode < 500 && !TEMPORARY.includes(statusCode);
