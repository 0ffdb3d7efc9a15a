import type { Outcome } from '../../adapters/dynamo/webhooks/message-item';
import type { Received } from '../../adapters/http/receiver';
import type { Delivery } from '../../contract/messages';
import { type Health, isGivenUp } from '../../domain/webhooks/health';
import type { MessageRecord } from '../../domain/webhooks/message';
import { nextAttempt, retryAfterOf } from '../../domain/webhooks/schedule';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { bodyOf } from './body';
import type { SenderDeps } from './deps';
import { sign } from './sign';

/** How long a claim of a message, or of a delivery slot, lasts: longer than a receiver may take to answer. */
export const CLAIM_MS = 30_000;
/** The longest delay that a queue allows. A message with a longer one is found by the sweep. */
const MAX_QUEUE_DELAY_MS = 900_000;

/** One message to send. */
export interface Item {
  readonly delivery: Delivery;
  readonly message: MessageRecord;
  readonly webhook: WebhookRecord;
  /** The secrets that sign it, the current one first. */
  readonly signing: readonly string[];
}

/** Fails a message whose webhook is off. The reason is recorded as an attempt. */
export async function fail(
  deps: SenderDeps,
  delivery: Delivery,
  message: MessageRecord,
  { disabledReason = 'the webhook is inactive' }: WebhookRecord,
): Promise<void> {
  const { messages, now } = deps;
  if (!(await messages.claim(message, now(), now() + CLAIM_MS))) return requeueAfterClaim(deps, delivery);
  await messages.settle(message, { status: 'failed', attempt: { at: now(), latencyMs: 0, error: disabledReason } });
}

/** Claims a message, sends it and records the result. The receiver's health after it. A failed replay does not count against the receiver. */
export async function attempt(
  deps: SenderDeps,
  { delivery, message, webhook, signing }: Item,
  known: Health,
): Promise<Health> {
  const { messages, receivers, health, now } = deps;
  const { replay = false } = delivery;
  const began = now();
  if (!(await messages.claim(message, began, began + CLAIM_MS, replay))) {
    await requeueAfterClaim(deps, delivery);
    return known;
  }
  const body = await bodyOf(deps.kinds, webhook, message);
  const received = await receivers.post(webhook.url, sign(body, signing, began));
  const outcome = outcomeOf(message, received, { began, now: now(), draw: deps.draw(), replay });
  await messages.settle(message, outcome, replay);
  const isWell = isSuccess(received);
  const isNews = isWell ? known.failures > 0 : !replay;
  const after = isNews ? await health.record(webhook.id, isWell, now()) : known;
  if (!replay && !isWell) await giveUp(deps, webhook, received, after);
  await requeueForRetry(deps, delivery, outcome, now());
  return after;
}

/** Turns a webhook off whose receiver answered 410, or has failed for days. */
async function giveUp({ webhooks, now }: SenderDeps, webhook: WebhookRecord, { statusCode }: Received, health: Health) {
  const disabledReason =
    statusCode === 410
      ? 'the receiver answered 410 Gone'
      : isGivenUp(health, now(), webhook.turnedOnAt)
        ? 'the receiver did nothing but fail for five days'
        : undefined;
  if (!disabledReason) return;
  // Its owner may have changed the receiver, or turned it on again, since it was read.
  const current = await webhooks.find(webhook.owner, webhook.id);
  if (current?.url === webhook.url && current.turnedOnAt === webhook.turnedOnAt)
    await webhooks.change(webhook, { active: false, disabledReason });
}

/** Another sender has claimed the message. Should it crash, this delivery brings the message back. */
const requeueAfterClaim = ({ queue }: SenderDeps, delivery: Delivery) =>
  queue.send([delivery], { delaySeconds: CLAIM_MS / 1_000 + 1 });

/** Retries that are due soon go through the queue. If the queue loses one, the list of due messages has it. */
async function requeueForRetry(
  { queue }: SenderDeps,
  delivery: Delivery,
  { nextAttemptAt }: Outcome,
  now: number,
): Promise<void> {
  if (nextAttemptAt === undefined || nextAttemptAt - now > MAX_QUEUE_DELAY_MS) return;
  await queue.send([delivery], { delaySeconds: Math.max(0, Math.ceil((nextAttemptAt - now) / 1_000)) });
}

function outcomeOf(
  { begun, status }: MessageRecord,
  { retryAfter, ...received }: Received,
  at: { readonly began: number; readonly now: number; readonly draw: number; readonly replay: boolean },
): Outcome {
  const attempt = { at: at.began, ...received };
  if (isSuccess(received)) return { attempt, status: 'delivered' };
  if (at.replay) return { attempt, status };
  if (received.statusCode === 410) return { attempt, status: 'failed' };
  const next = nextAttempt(begun + 1, at.now, at.draw, retryAfterOf(retryAfter, at.now));
  return next === undefined ? { attempt, status: 'failed' } : { attempt, status: 'pending', nextAttemptAt: next };
}

const isSuccess = ({ statusCode = 0 }: Pick<Received, 'statusCode'>): boolean => statusCode >= 200 && statusCode < 300;
