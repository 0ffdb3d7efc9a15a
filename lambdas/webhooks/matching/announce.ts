import type { Queue } from '../../core/aws/queue';
import type { Clock } from '../../core/runtime/clock';
import type { Delivery } from '../contract/messages';
import { queueDeliveries } from '../delivery/announce';
import type { HealthStore } from '../rows/health-item';
import type { PendingWebhooks } from '../rows/pending-webhooks';

/** Where webhooks are announced. */
interface AnnounceDeps {
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly health: Pick<HealthStore, 'withoutSender'>;
  readonly deliveries: Pick<Queue, 'send'>;
  readonly now: Clock;
}

/**
 * Announces that entries were added to outboxes: in the table at once, and in the queue once for all blocks of a batch,
 * as blocks that come together concern the same webhooks. Those that have a sender or are dead are not queued. If a
 * queue message is lost, the sweep finds the webhook in the table.
 */
export function createAnnouncements({ pending, health, deliveries, now }: AnnounceDeps) {
  const gathered = new Map<string, Delivery>();
  return {
    async add(messages: readonly Delivery[]): Promise<void> {
      const webhooks = new Map(messages.map(({ webhook, owner }) => [webhook, { webhook, owner }]));
      await pending.mark([...webhooks.values()], now());
      for (const [id, one] of webhooks) gathered.set(id, one);
    },
    async send(): Promise<void> {
      if (gathered.size === 0) return;
      const needed = await health.withoutSender([...gathered.keys()], now());
      const webhooks = [...gathered.values()].filter(({ webhook }) => needed.has(webhook));
      await queueDeliveries(deliveries, webhooks);
    },
  };
}
