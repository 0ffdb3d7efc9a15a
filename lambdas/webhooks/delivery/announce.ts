import type { Queue } from '../../core/aws/queue';
import { chunk } from '../../core/contract/chunk';
import { type Deliveries, type Delivery, MAX_WEBHOOKS } from '../contract/messages';
import type { PendingWebhooks } from '../rows/pending-webhooks';

/** Queues webhooks for the sender, several in a message, and each owner's as a group of its own. */
export async function queueDeliveries(
  queue: Pick<Queue, 'send'>,
  webhooks: readonly Delivery[],
  options: { readonly delaySeconds?: number } = {},
): Promise<void> {
  const owners = Map.groupBy(webhooks, ({ owner }) => owner);
  await Promise.all(
    [...owners].map(([owner, own]) => {
      const ids = own.map(({ webhook }) => webhook);
      const messages = chunk(ids, MAX_WEBHOOKS).map((some): Deliveries => ({ webhooks: [...some], owner }));
      return queue.send(messages, { ...options, group: owner });
    }),
  );
}

/**
 * Announces that entries were added to a webhook's outbox: in the table first, so that a sender which is at work finds
 * that something changed, then in the queue. `now`: Unix ms.
 */
export async function announce(
  pending: Pick<PendingWebhooks, 'mark'>,
  queue: Pick<Queue, 'send'>,
  webhook: Delivery,
  now: number,
  options: { readonly replays?: boolean } = {},
): Promise<void> {
  await pending.mark([webhook], now, options);
  await queueDeliveries(queue, [webhook]);
}
