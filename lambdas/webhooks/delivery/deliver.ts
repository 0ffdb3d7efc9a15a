import type { DeliverySlot } from '../../adapters/dynamo/webhooks/health-item';
import { signingSecrets } from '../../adapters/dynamo/webhooks/secret-item';
import type { Delivery } from '../../contract/messages';
import { type Health, isDead, whenDead } from '../../domain/webhooks/health';
import type { MessageRecord } from '../../domain/webhooks/message';
import { attempt, CLAIM_MS, fail } from './attempt';
import type { SenderDeps } from './deps';

/**
 * No further message to a webhook is started so long after its first: a receiver may take ten seconds, and a slow one
 * must not keep the sender from the others.
 */
const LAST_START_MS = 5_000;
/** A message whose webhook has no free slot is requeued for at most this long. */
const MAX_BUSY_DELAY_SECONDS = 3;

/**
 * Sends the messages of a batch: those to one webhook one after another, in one of its delivery slots, so that a busy
 * webhook delays no other. A message whose webhook is off fails; it can be replayed.
 */
export function openDeliveries(deps: SenderDeps) {
  const webhooks = new Map<string, ReturnType<typeof openWebhook>>();
  return {
    deliver(delivery: Delivery): Promise<void> {
      const own = webhooks.get(delivery.webhook) ?? openWebhook(deps, delivery.webhook);
      webhooks.set(delivery.webhook, own);
      return own.deliver(delivery);
    },
    /** Releases the slots. One whose release fails is free again when its time is over. */
    close: (): Promise<unknown> => Promise.allSettled([...webhooks.values()].map((own) => own.close())),
  };
}

/** A second delivery of a message whose retry is not due yet is dropped: the list of due messages has it. Clocks may differ by a second. */
const isDue = ({ status, nextAttemptAt = 0 }: MessageRecord, now: number): boolean =>
  status === 'pending' && nextAttemptAt <= now + 1_000;
/** A message without an attempt is in the queue, or waits for confirmations: a replay of it would come too early. */
const isReplayable = ({ status, begun, attempts, nextAttemptAt }: MessageRecord): boolean =>
  status !== 'revoked' && !(status === 'pending' && begun + attempts.length === 0 && nextAttemptAt === undefined);

/** The messages of one webhook. */
function openWebhook(deps: SenderDeps, id: string) {
  const { messages, webhooks, secrets, health, queue, now, draw } = deps;
  const began = now();
  let last: Promise<unknown> = Promise.resolve();
  let slot: DeliverySlot | 'busy' | undefined;
  let known: Health | undefined;
  let signing: readonly string[] | undefined;

  async function one(delivery: Delivery): Promise<void> {
    const { replay = false } = delivery;
    slot ??= await health.takeSlot(id, now(), now() + CLAIM_MS, draw());
    if (slot === 'busy')
      return queue.send([delivery], { delaySeconds: 1 + Math.floor(draw() * MAX_BUSY_DELAY_SECONDS) });
    if (now() - began > LAST_START_MS) return queue.send([delivery]);
    const message = await messages.find(delivery);
    if (!message || !(replay ? isReplayable(message) : isDue(message, now()))) return;
    const webhook = await webhooks.find(message.owner, message.webhook);
    if (!webhook) return;
    if (!webhook.active && !replay) return fail(deps, delivery, message, webhook);
    known ??= slot.health;
    // A dead receiver is probed once a minute; its other messages are put off.
    if (isDead(known) && !replay && !(await health.mayProbe(id, now())))
      return messages.postpone(message, whenDead(known, now(), draw()));
    signing ??= signingSecrets(await secrets.ensure(webhook.owner, now()), now());
    known = await attempt(deps, { delivery, message, webhook, signing }, known);
  }

  return {
    deliver(delivery: Delivery): Promise<void> {
      const mine = last.then(() => one(delivery));
      last = mine.catch(() => undefined);
      return mine;
    },
    async close(): Promise<void> {
      if (slot && slot !== 'busy') await health.releaseSlot(slot);
    },
  };
}
