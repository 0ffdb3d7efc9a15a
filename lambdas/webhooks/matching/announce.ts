import type { Queue } from '../../core/aws/queue';
import type { Clock } from '../../core/runtime/clock';
import type { Delivery } from '../contract/messages';
import { queueDeliveries } from '../delivery/announce';
import type { HealthStore } from '../rows/health-item';
import type { PendingWebhooks } from '../rows/pending-webhooks';

interface AnnounceDeps {
  readonly pending: Pick<PendingWebhooks, 'mark'>;
  readonly health: Pick<HealthStore, 'withoutSender'>;
  readonly deliveries: Pick<Queue, 'send'>;
  readonly now: Clock;
}

/**
 * In the table at once, but in the queue once per batch of blocks, as consecutive blocks concern the same webhooks.
 * Webhooks with an active sender or a dead receiver are not queued. The sweep replaces a lost queue message.
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
