import type { Queue } from '../adapters/aws/queue';
import type { PendingWebhooks } from '../adapters/dynamo/webhooks/pending-webhooks';
import type { Delivery } from '../contract/messages';

/** Queues webhooks for the sender, each owner's as a group of its own. */
export async function queueDeliveries(queue: Pick<Queue, 'send'>, webhooks: readonly Delivery[]): Promise<void> {
  const owners = Map.groupBy(webhooks, ({ owner }) => owner);
  await Promise.all([...owners].map(([owner, own]) => queue.send(own, { group: owner })));
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
