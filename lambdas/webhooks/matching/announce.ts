import type { Queue } from '../../adapters/aws/queue';
import type { Clock } from '../../adapters/clock';
import type { PendingWebhooks } from '../../adapters/dynamo/webhooks/pending-webhooks';
import type { Delivery } from '../../contract/messages';

/** Where webhooks are announced. */
interface AnnounceDeps {
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly deliveries: Pick<Queue, 'send'>;
  readonly now: Clock;
}

/**
 * Tells senders that entries were added to outboxes: the table at once, and the queue once for all blocks of a batch, as
 * blocks that come together concern the same webhooks. Should the queue not be told, the sweep finds them in the table.
 */
export function openAnnouncements({ pending, deliveries, now }: AnnounceDeps) {
  const gathered = new Map<string, Delivery>();
  return {
    async add(messages: readonly Delivery[]): Promise<void> {
      const webhooks = new Map(messages.map(({ webhook, owner }) => [webhook, { webhook, owner }]));
      await pending.mark([...webhooks.values()], now());
      for (const [id, one] of webhooks) gathered.set(id, one);
    },
    async send(): Promise<void> {
      const owners = Map.groupBy(gathered.values(), ({ owner }) => owner);
      await Promise.all([...owners].map(([owner, own]) => deliveries.send(own, { group: owner })));
    },
  };
}
