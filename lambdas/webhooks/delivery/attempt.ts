import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { HealthStore } from '../../adapters/dynamo/webhooks/health-item';
import type { messageReader, messageWriter, Outcome } from '../../adapters/dynamo/webhooks/message-item';
import type { secretWriter } from '../../adapters/dynamo/webhooks/secret-item';
import type { watchedReader } from '../../adapters/dynamo/webhooks/watched';
import type { webhookReader, webhookWriter } from '../../adapters/dynamo/webhooks/webhook-item';
import type { Received, Receivers } from '../../adapters/http/receiver';
import type { Chain } from '../../contract/config';
import type { Delivery } from '../../contract/messages';
import type { WebhookBody, WebhookEvent } from '../../contract/schemas/webhook-messages';
import { ZERO_ADDRESS } from '../../domain/evm/transfers';
import { type Health, isGivenUp } from '../../domain/webhooks/health';
import { type MessageRecord, messageId } from '../../domain/webhooks/message';
import { nextAttempt, retryAfterOf } from '../../domain/webhooks/schedule';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { sampleEvent } from '../kinds/address-activity/sample';
import { sign } from './sign';

/** Everything that sending needs. */
export interface Office {
  readonly chains: readonly Chain[];
  readonly messages: Pick<
    ReturnType<typeof messageReader> & ReturnType<typeof messageWriter>,
    'find' | 'claim' | 'settle' | 'postpone'
  >;
  readonly webhooks: Pick<ReturnType<typeof webhookReader> & ReturnType<typeof webhookWriter>, 'find' | 'change'>;
  readonly health: HealthStore;
  readonly watched: Pick<ReturnType<typeof watchedReader>, 'of'>;
  readonly secrets: Pick<ReturnType<typeof secretWriter>, 'ensure'>;
  /** What a message of a block tells. */
  readonly events: (chain: Chain, webhook: WebhookRecord, message: MessageRecord) => Promise<WebhookEvent>;
  readonly receivers: Pick<Receivers, 'post'>;
  readonly queue: Pick<Queue, 'send'>;
  readonly now: Clock;
  /** From 0 to 1: jitter. */
  readonly draw: () => number;
}

/** Longer than a receiver may take: until then nobody else sends the message, and its lane is taken, ms. */
export const CLAIM = 30_000;
/** The longest that a queue holds a message back, ms; what waits longer is found by its time. */
const QUEUE_HOLDS = 900_000;
/** One message that is to be sent. */
export interface Item {
  readonly delivery: Delivery;
  readonly message: MessageRecord;
  readonly webhook: WebhookRecord;
  /** What it is signed with, the current secret first. */
  readonly signing: readonly string[];
}

/** Its webhook is off: that is told as an attempt. */
export async function fail(
  office: Office,
  delivery: Delivery,
  message: MessageRecord,
  { disabledReason = 'the webhook is inactive' }: WebhookRecord,
): Promise<void> {
  const { messages, now } = office;
  if (!(await messages.claim(message, now(), now() + CLAIM))) return whenFree(office, delivery);
  await messages.settle(message, { status: 'failed', attempt: { at: now(), latencyMs: 0, error: disabledReason } });
}

/** Claims, sends and says what came of it. What is known of the receiver then. A replay that fails says nothing of it. */
export async function attempt(
  office: Office,
  { delivery, message, webhook, signing }: Item,
  known: Health,
): Promise<Health> {
  const { messages, receivers, health, now } = office;
  const { replay = false } = delivery;
  const began = now();
  if (!(await messages.claim(message, began, began + CLAIM, replay))) {
    await whenFree(office, delivery);
    return known;
  }
  const received = await receivers.post(webhook.url, sign(await bodyOf(office, webhook, message), signing, began));
  const outcome = outcomeOf(message, received, { began, now: now(), draw: office.draw(), replay });
  await messages.settle(message, outcome, replay);
  const isWell = isSuccess(received);
  const isNews = isWell ? known.failures > 0 : !replay;
  const after = isNews ? await health.tell(webhook.id, isWell, now()) : known;
  if (!replay && !isWell) await giveUp(office, webhook, received, after);
  await again(office, delivery, outcome, now());
  return after;
}

/** Turns a webhook off that wants no more, or that has done nothing but fail for days. */
async function giveUp({ webhooks, now }: Office, webhook: WebhookRecord, { statusCode }: Received, health: Health) {
  const disabledReason =
    statusCode === 410
      ? 'the receiver answered 410 Gone'
      : isGivenUp(health, now(), webhook.turnedOnAt)
        ? 'the receiver did nothing but fail for five days'
        : undefined;
  if (!disabledReason) return;
  // Its owner may have named another receiver meanwhile.
  const current = await webhooks.find(webhook.owner, webhook.id);
  if (current?.url === webhook.url && current.turnedOnAt === webhook.turnedOnAt)
    await webhooks.change(webhook, { active: false, disabledReason });
}

/** Another sender has it. Should that one end without a word, this is what brings the message back. */
const whenFree = ({ queue }: Office, delivery: Delivery) => queue.send([delivery], { delaySeconds: CLAIM / 1_000 + 1 });

/** Soon enough for the queue, it holds the message back; should it lose it, the list of times has it, too. */
async function again(office: Office, delivery: Delivery, { nextAttemptAt }: Outcome, now: number): Promise<void> {
  if (nextAttemptAt === undefined || nextAttemptAt - now > QUEUE_HOLDS) return;
  await office.queue.send([delivery], { delaySeconds: Math.max(0, Math.ceil((nextAttemptAt - now) / 1_000)) });
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

async function bodyOf(office: Office, webhook: WebhookRecord, message: MessageRecord): Promise<WebhookBody> {
  const chain = office.chains.find(({ chainId }) => chainId === webhook.chain);
  if (!chain) throw new Error(`chain ${webhook.chain} is not in the configuration`);
  const [watched = ZERO_ADDRESS] = message.of ? [] : await office.watched.of(webhook.id);
  const { removes } = message;
  return {
    webhookId: webhook.id,
    eventType: removes === undefined ? 'address_activity' : 'address_activity_removed',
    messageId: messageId(message),
    event: message.of
      ? { ...(await office.events(chain, webhook, message)), ...(removes === undefined ? {} : { removes }) }
      : sampleEvent(chain, webhook, watched, message.block, message.createdAt),
  };
}
