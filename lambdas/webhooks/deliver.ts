import type { Clock } from '../adapters/clock';
import type { HealthStore, Slot } from '../adapters/dynamo/webhooks/health-item';
import type { messageReader, messageWriter, Outcome } from '../adapters/dynamo/webhooks/message-item';
import { type secretWriter, signingSecrets } from '../adapters/dynamo/webhooks/secret-item';
import type { watchedReader } from '../adapters/dynamo/webhooks/watched';
import type { webhookReader, webhookWriter } from '../adapters/dynamo/webhooks/webhook-item';
import type { Queue } from '../adapters/queue';
import type { Received, Receivers } from '../adapters/receiver';
import type { Chain } from '../contract/config';
import type { Delivery } from '../contract/messages';
import type { WebhookBody, WebhookEvent } from '../contract/schemas/webhook-messages';
import { ZERO_ADDRESS } from '../domain/evm/transfers';
import { type Health, isGivenUp, whenDead } from '../domain/webhooks/health';
import { type MessageRecord, messageId } from '../domain/webhooks/message';
import { nextAttempt, retryAfterOf } from '../domain/webhooks/schedule';
import type { WebhookRecord } from '../domain/webhooks/webhook';
import { sampleEvent } from './sample';
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

/** Longer than a receiver may take: until then nobody else sends the message, and its slot is taken, ms. */
const CLAIM = 30_000;
/** The longest that a queue holds a message back, ms; what waits longer is found by its time. */
const QUEUE_HOLDS = 900_000;
/** A message whose webhook is busy comes again after so many seconds at the most. */
const SOON = 5;

/** Sends one message, if it is still to be sent. A message whose webhook is off has failed; it can be replayed. */
export async function deliver(office: Office, delivery: Delivery): Promise<void> {
  const { messages, webhooks, health, now, draw } = office;
  const message = await messages.find(delivery);
  if (!message || (delivery.replay ? message.status === 'revoked' : message.status !== 'pending')) return;
  const webhook = await webhooks.find(message.owner, message.webhook);
  const began = now();
  if (!webhook) return;
  if (!webhook.active && !delivery.replay) {
    if (!(await messages.claim(message, began, began + CLAIM))) return whenFree(office, delivery);
    const error = webhook.disabledReason ?? 'the webhook is inactive';
    return messages.settle(message, { status: 'failed', attempt: { at: began, latencyMs: 0, error } });
  }
  const slot = await health.enter(webhook.id, began, began + CLAIM, draw());
  if (slot === 'busy') return office.queue.send([delivery], { delaySeconds: 1 + Math.floor(draw() * SOON) });
  // A dead receiver delays nobody: its messages wait for their time, and one a minute sees how it is.
  if ('dead' in slot)
    return delivery.replay ? undefined : messages.postpone(message, whenDead(slot.dead, began, draw()));
  await sendIn(office, slot, { delivery, message, webhook }, began).catch(async (error: unknown) => {
    await health.leave(slot, undefined, now()).catch(() => undefined);
    throw error;
  });
}

/** With a slot in hand. A replay is one attempt that tells nothing of the receiver's health. */
async function sendIn(
  office: Office,
  slot: Slot,
  {
    delivery,
    message,
    webhook,
  }: { readonly delivery: Delivery; readonly message: MessageRecord; readonly webhook: WebhookRecord },
  began: number,
): Promise<void> {
  const { messages, secrets, receivers, health, now } = office;
  const { replay = false } = delivery;
  if (!(await messages.claim(message, began, began + CLAIM, replay))) {
    await health.leave(slot, undefined, began);
    return whenFree(office, delivery);
  }
  const signing = signingSecrets(await secrets.ensure(webhook.owner, began), began);
  const received = await receivers.post(webhook.url, sign(await bodyOf(office, webhook, message), signing, began));
  const outcome = outcomeOf(message, received, { began, now: now(), draw: office.draw(), replay });
  await messages.settle(message, outcome, replay);
  const isWell = received.statusCode !== undefined && received.statusCode >= 200 && received.statusCode < 300;
  const after = await health.leave(slot, replay ? undefined : isWell, now());
  if (!replay && !isWell) await giveUp(office, webhook, received, after);
  await again(office, delivery, outcome, now());
}

/** Turns a webhook off that wants no more, or that has done nothing but fail for days. */
async function giveUp({ webhooks, now }: Office, webhook: WebhookRecord, { statusCode }: Received, health: Health) {
  const disabledReason =
    statusCode === 410
      ? 'the receiver answered 410 Gone'
      : isGivenUp(health, now())
        ? 'the receiver did nothing but fail for five days'
        : undefined;
  if (disabledReason) await webhooks.change(webhook, { active: false, disabledReason });
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
  const { statusCode } = received;
  if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) return { attempt, status: 'delivered' };
  if (at.replay) return { attempt, status };
  if (statusCode === 410) return { attempt, status: 'failed' };
  const next = nextAttempt(begun + 1, at.now, at.draw, retryAfterOf(retryAfter, at.now));
  return next === undefined ? { attempt, status: 'failed' } : { attempt, status: 'pending', nextAttemptAt: next };
}

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
