import { type Health, PROBE_INTERVAL_MS } from '../../../domain/webhooks/health';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Stored } from '../stored-item';
import type { Table } from '../table';
import { ABSENT, below } from '../update';

/** Delivery slots of a webhook: each sends one message at a time, so this bounds its messages in flight over all senders. */
const SLOTS = Array.from({ length: 10 }, (_, n) => `l${n}`);
/** Times that another slot is tried where the first was just taken. */
const MAX_SLOT_ATTEMPTS = 3;

const healthKey = (webhook: string) => ({
  pk: key(entities.WebhookHealth.pk, { webhook }),
  sk: entities.WebhookHealth.sk,
});
const readHealth = (item: Stored = {}): Health => ({
  failures: Number(item.f ?? 0),
  ...(item.ff === undefined ? {} : { since: Number(item.ff) }),
});

/** The right to send to a webhook, one message after another. */
export interface DeliverySlot {
  readonly webhook: string;
  readonly name: string;
  readonly health: Health;
}

/** How receivers have been doing, and which delivery slots are taken. Times in Unix ms. */
export const openHealth = (table: Table) => ({
  /**
   * Takes a slot until a time; 'busy' where all are taken. A slot whose holder crashed is free again after that time.
   * `draw`: from 0 to 1.
   */
  async takeSlot(webhook: string, now: number, until: number, draw: number): Promise<DeliverySlot | 'busy'> {
    let free: readonly string[] = SLOTS;
    for (let i = 0; i < MAX_SLOT_ATTEMPTS && free.length > 0; i++) {
      const name = free[Math.floor(draw * free.length)] ?? '';
      const isFree = [{ [name]: ABSENT }, { [name]: below(now) }];
      const item = await table.updateIf(healthKey(webhook), { set: { [name]: until } }, isFree);
      if (item) return { webhook, name, health: readHealth(item) };
      const found = (await table.get(healthKey(webhook), true)) ?? {};
      free = SLOTS.filter((slot) => Number(found[slot] ?? 0) < now);
    }
    return 'busy';
  },

  async releaseSlot({ webhook, name }: DeliverySlot): Promise<void> {
    await table.update(healthKey(webhook), { remove: [name] });
  },

  /** Whether a dead receiver may be probed now. */
  async mayProbe(webhook: string, now: number): Promise<boolean> {
    const changes = { set: { p: now + PROBE_INTERVAL_MS } };
    return (await table.updateIf(healthKey(webhook), changes, [{ p: ABSENT }, { p: below(now) }])) !== undefined;
  },

  /** Records a failed attempt, or the success that ends a row of them. The receiver's health after it. */
  async record(webhook: string, isWell: boolean, now: number): Promise<Health> {
    const item = await table.update(
      healthKey(webhook),
      isWell
        ? { remove: ['f', 'ff'] }
        : { add: { f: 1 }, setIfAbsent: { ff: now }, set: { p: now + PROBE_INTERVAL_MS } },
    );
    return readHealth(item);
  },
});
/** What `openHealth` gives. */
export type HealthStore = ReturnType<typeof openHealth>;
