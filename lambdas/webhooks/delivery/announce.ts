import type { Queue } from '../../core/aws/queue';
import { chunk } from '../../core/contract/chunk';
import { type Deliveries, type Delivery, MAX_WEBHOOKS } from '../contract/messages';
import type { PendingWebhooks } from '../rows/pending-webhooks';

/** Each owner is a message group of its own, for fairness. */
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

/** In the table first, so that a running sender notices the change, then in the queue. `now`: Unix ms. */
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
