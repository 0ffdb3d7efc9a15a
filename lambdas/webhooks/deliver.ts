import type { Clock } from '../adapters/clock';
import type { messageReader, messageWriter, Outcome } from '../adapters/dynamo/webhooks/message-item';
import { type secretWriter, signingSecrets } from '../adapters/dynamo/webhooks/secret-item';
import type { watchedReader } from '../adapters/dynamo/webhooks/watched';
import type { webhookReader } from '../adapters/dynamo/webhooks/webhook-item';
import type { Queue } from '../adapters/queue';
import type { Received, Receivers } from '../adapters/receiver';
import type { Chain } from '../contract/config';
import type { Delivery } from '../contract/messages';
import type { WebhookBody, WebhookEvent } from '../contract/schemas/webhook-messages';
import { ZERO_ADDRESS } from '../domain/evm/transfers';
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
    'find' | 'claim' | 'settle'
  >;
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
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

/** Longer than a receiver may take: until then nobody else sends the message, ms. */
const CLAIM = 30_000;
/** The longest that a queue holds a message back, ms; what waits longer is found by its time. */
const QUEUE_HOLDS = 900_000;

/** Sends one message, if it is still to be sent. A message whose webhook is off has failed; it can be replayed. */
export async function deliver(office: Office, delivery: Delivery): Promise<void> {
  const { messages, webhooks, secrets, receivers, now } = office;
  const message = await messages.find(delivery);
  if (message?.status !== 'pending') return;
  const webhook = await webhooks.find(message.owner, message.webhook);
  const began = now();
  if (!(await messages.claim(message, began, began + CLAIM))) return;
  if (!webhook?.active) {
    const error = 'the webhook is inactive';
    return messages.settle(message, { status: 'failed', attempt: { at: began, latencyMs: 0, error } });
  }
  const signing = signingSecrets(await secrets.ensure(webhook.owner, began), began);
  const received = await receivers.post(webhook.url, sign(await bodyOf(office, webhook, message), signing, began));
  const outcome = outcomeOf(message, received, { began, now: now(), draw: office.draw() });
  await messages.settle(message, outcome);
  await again(office, delivery, outcome, now());
}

/** Soon enough for the queue, it holds the message back; should it lose it, the list of times has it, too. */
async function again(office: Office, delivery: Delivery, { nextAttemptAt }: Outcome, now: number): Promise<void> {
  if (nextAttemptAt === undefined || nextAttemptAt - now > QUEUE_HOLDS) return;
  await office.queue.send([delivery], { delaySeconds: Math.max(0, Math.ceil((nextAttemptAt - now) / 1_000)) });
}

function outcomeOf(
  { begun }: MessageRecord,
  { retryAfter, ...received }: Received,
  { began, now, draw }: { readonly began: number; readonly now: number; readonly draw: number },
): Outcome {
  const attempt = { at: began, ...received };
  const { statusCode } = received;
  if (statusCode !== undefined && statusCode >= 200 && statusCode < 300) return { attempt, status: 'delivered' };
  const next = nextAttempt(begun + 1, now, draw, retryAfterOf(retryAfter, now));
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
