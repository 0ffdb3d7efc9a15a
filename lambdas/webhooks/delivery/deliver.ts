import type { Lane } from '../../adapters/dynamo/webhooks/health-item';
import { signingSecrets } from '../../adapters/dynamo/webhooks/secret-item';
import type { Delivery } from '../../contract/messages';
import { type Health, isDead, whenDead } from '../../domain/webhooks/health';
import type { MessageRecord } from '../../domain/webhooks/message';
import { attempt, CLAIM, fail, type Office } from './attempt';

/**
 * After so long no further message begins in this invocation, ms: a receiver may take ten seconds, and one that does
 * shall not keep a sender from the others.
 */
const LAST_CALL = 5_000;
/** A message whose webhook is busy comes again after so many seconds at the most. */
const SOON = 3;

/**
 * Sends messages that came together: those to one webhook one after another, by one of its lanes, so that whoever sends
 * much holds up nobody else. A message whose webhook is off has failed; it can be replayed.
 */
export function openDeliveries(office: Office) {
  const webhooks = new Map<string, ReturnType<typeof openWebhook>>();
  return {
    deliver(delivery: Delivery): Promise<void> {
      const own = webhooks.get(delivery.webhook) ?? openWebhook(office, delivery.webhook);
      webhooks.set(delivery.webhook, own);
      return own.deliver(delivery);
    },
    /** Gives the lanes back. One that cannot be given back is free again when its time is over. */
    close: (): Promise<unknown> => Promise.allSettled([...webhooks.values()].map((own) => own.close())),
  };
}

/** A copy of a message comes too early where an attempt failed meanwhile: the list of times has it. Clocks may differ by a second. */
const isDue = ({ status, nextAttemptAt = 0 }: MessageRecord, now: number): boolean =>
  status === 'pending' && nextAttemptAt <= now + 1_000;
/** What was not tried yet is on its way, or waits for confirmations: a replay of it would only come too early. */
const isReplayable = ({ status, begun, attempts, nextAttemptAt }: MessageRecord): boolean =>
  status !== 'revoked' && !(status === 'pending' && begun + attempts.length === 0 && nextAttemptAt === undefined);

/** The messages of one webhook. */
function openWebhook(office: Office, id: string) {
  const { messages, webhooks, secrets, health, queue, now, draw } = office;
  const began = now();
  let turn: Promise<unknown> = Promise.resolve();
  let lane: Lane | 'busy' | undefined;
  let known: Health | undefined;
  let signing: readonly string[] | undefined;

  async function one(delivery: Delivery): Promise<void> {
    const { replay = false } = delivery;
    lane ??= await health.enter(id, now(), now() + CLAIM, draw());
    if (lane === 'busy') return queue.send([delivery], { delaySeconds: 1 + Math.floor(draw() * SOON) });
    if (now() - began > LAST_CALL) return queue.send([delivery]);
    const message = await messages.find(delivery);
    if (!message || !(replay ? isReplayable(message) : isDue(message, now()))) return;
    const webhook = await webhooks.find(message.owner, message.webhook);
    if (!webhook) return;
    if (!webhook.active && !replay) return fail(office, delivery, message, webhook);
    known ??= lane.health;
    // A dead receiver delays nobody: its messages wait for their time, and one a minute sees how it is.
    if (isDead(known) && !replay && !(await health.mayProbe(id, now())))
      return messages.postpone(message, whenDead(known, now(), draw()));
    signing ??= signingSecrets(await secrets.ensure(webhook.owner, now()), now());
    known = await attempt(office, { delivery, message, webhook, signing }, known);
  }

  return {
    deliver(delivery: Delivery): Promise<void> {
      const mine = turn.then(() => one(delivery));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async close(): Promise<void> {
      if (lane && lane !== 'busy') await health.leave(lane);
    },
  };
}
