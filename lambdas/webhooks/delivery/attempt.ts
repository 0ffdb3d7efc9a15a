import { isAhead } from '../../core/domain/stored-time';
import { MAX_REFUSED_REMOVALS } from '../contract/delivery';
import { failed, type Health, isGivenUp, messageFailed, succeeded } from '../domain/health';
import { type MessageRecord, refOfId } from '../domain/message';
import { getRetryAfter, nextAttempt } from '../domain/schedule';
import type { WebhookRecord } from '../domain/webhook';
import type { Outcome } from '../rows/message-item';
import type { OutboxEntry } from '../rows/outbox';
import { getBody } from './body';
import type { SenderDeps } from './deps';
import type { Received } from './receiver';
import { sign } from './sign';

/** One message to send. */
export interface Item {
  readonly entry: OutboxEntry;
  readonly message: MessageRecord;
  readonly webhook: WebhookRecord;
  /** The secrets that sign it, the current one first. */
  readonly signing: readonly string[];
  /** The next number of the webhook's messages. */
  readonly nextNumber: () => number;
  /** Changes what is known of the receiver, and returns it. */
  readonly record: (change: (health: Health) => Health) => Health;
  /** No request begins after this time, by the steady clock: it could end after the lease. */
  readonly lastPost: number;
}

/** Answers in the 400s that are no refusal, but ask to come later. */
const TEMPORARY = [408, 425, 429];

/** What an entry of the outbox led to. */
interface Attempted {
  /** false where nothing was to be sent. */
  readonly isMade: boolean;
  /** Records the result. The time of the next attempt, Unix ms; undefined if there is none. */
  readonly recordResult: () => Promise<number | undefined>;
}

/**
 * Sends a message, and returns what records the result: a receiver's place is free once it has answered. Whatever fails
 * on the way is recorded as an attempt.
 */
export async function attempt(deps: SenderDeps, item: Item): Promise<Attempted> {
  const { messages, now } = deps;
  const { entry, message, webhook } = item;
  const began = now();
  // A sender that was cut off may have recorded an attempt, and not have put the retry into the outbox.
  if (!isToSend(entry, message, began))
    return notMade(async () => (message.status === 'pending' ? message.nextAttemptAt : undefined));
  if (message.kind === 'removed' && !(await mayHaveArrived(deps, message)))
    return notMade(async () => void (await messages.discard(message)));
  const reason = reasonNotToSend(webhook, entry, message);
  if (reason !== undefined) {
    const status = entry.replay ? message.status : 'failed';
    return notMade(() => settle(deps, item, { status, attempt: { at: began, latencyMs: 0, error: reason } }));
  }
  const sequence = message.sequence ?? item.nextNumber();
  const received = await post(deps, { ...item, message: { ...message, sequence } }, began);
  const outcome = getOutcome(item, received, { began, now: now(), draw: deps.draw() });
  await recordHealth(deps, item, received);
  return { isMade: true, recordResult: () => settle(deps, item, { ...outcome, sequence }) };
}

const notMade = (recordResult: Attempted['recordResult']): Attempted => ({ isMade: false, recordResult });

async function settle({ messages, now }: SenderDeps, { entry, message, record }: Item, outcome: Outcome) {
  const hasChanged = await messages.settle(message, outcome, entry.replay);
  if (hasChanged && outcome.status === 'failed') record((health) => messageFailed(health, now()));
  return outcome.nextAttemptAt;
}

/** An entry may be left from before an attempt whose retry has another entry. A replay repeats what was attempted. */
function isToSend({ replay, due }: OutboxEntry, message: MessageRecord, now: number): boolean {
  const { status, attempts, nextAttemptAt = 0 } = message;
  if (replay) return status !== 'pending' || attempts.length > 0;
  // How long it was to wait is unknown if the clock ran ahead at its last attempt.
  const isUnknown = isAhead(attempts.at(-1)?.at ?? 0, now);
  return status === 'pending' && (isUnknown || nextAttemptAt <= Math.max(due, now));
}

/** Whether the message that a removal takes back was attempted: it was sent before, in the same outbox. */
async function mayHaveArrived({ messages }: SenderDeps, { webhook, removes = '' }: MessageRecord): Promise<boolean> {
  const ref = refOfId(webhook, removes);
  const original = ref && (await messages.find(ref));
  return original === undefined || original.attempts.length > 0;
}

function reasonNotToSend(webhook: WebhookRecord, { replay }: OutboxEntry, message: MessageRecord): string | undefined {
  if (message.revokedAt !== undefined) return 'not sent: its block has left the chain';
  if (!webhook.active && !replay) return webhook.disabledReason ?? 'the webhook is inactive';
  return undefined;
}

/** A failure of our own says nothing of the receiver. */
type Result = Received & { readonly isOurs?: boolean };

async function post(deps: SenderDeps, { webhook, message, signing, lastPost }: Item, now: number): Promise<Result> {
  let signed: ReturnType<typeof sign>;
  try {
    signed = sign(await getBody(deps.kinds, webhook, message), signing, now);
  } catch (error) {
    console.error({ message: 'a webhook message could not be built', webhook: webhook.id, error: String(error) });
    return { latencyMs: 0, error: 'the service could not build the message', isOurs: true };
  }
  if (deps.steady() > lastPost)
    return { latencyMs: 0, error: 'the service could not build the message in time', isOurs: true };
  // Our own names win.
  return deps.receivers.post(webhook.url, { ...signed, headers: { ...webhook.headers, ...signed.headers } });
}

/** What an answer says of the receiver. Neither a failed replay nor a refused removal counts against it. */
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
        ? 'the receiver did nothing but fail for five days'
        : undefined;
  if (!disabledReason) return;
  // Its owner may have changed the receiver, or turned it on again, since it was read.
  const current = await webhooks.find(webhook.owner, webhook.id);
  if (current?.url === webhook.url && current.turnedOnAt === webhook.turnedOnAt)
    await webhooks.change(webhook, { active: false, disabledReason });
}

function getOutcome(
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

const isSuccess = ({ statusCode = 0 }: Pick<Received, 'statusCode'>): boolean => statusCode >= 200 && statusCode < 300;
/** A receiver that does not know removals answers them with an error of its own. */
const isRefusedRemoval = ({ kind }: MessageRecord, { statusCode = 0 }: Pick<Received, 'statusCode'>): boolean =>
  kind === 'removed' && statusCode >= 400 && statusCode < 500 && !TEMPORARY.includes(statusCode);
