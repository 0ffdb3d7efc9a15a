import { type Health, PROBE_INTERVAL_MS } from '../../../domain/webhooks/health';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Stored } from '../stored-item';
import { conditionFailed, holds, type Table } from '../table';

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
      try {
        const item = await table.update(healthKey(webhook), {
          UpdateExpression: `SET ${name} = :until`,
          ConditionExpression: `attribute_not_exists(${name}) OR ${name} < :now`,
          ExpressionAttributeValues: { ':until': until, ':now': now },
          ReturnValues: 'ALL_NEW',
        });
        return { webhook, name, health: readHealth(item) };
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        const item = (await table.get(healthKey(webhook), true)) ?? {};
        free = SLOTS.filter((slot) => Number(item[slot] ?? 0) < now);
      }
    }
    return 'busy';
  },

  async releaseSlot({ webhook, name }: DeliverySlot): Promise<void> {
    await table.update(healthKey(webhook), { UpdateExpression: `REMOVE ${name}`, ReturnValues: 'ALL_NEW' });
  },

  /** Whether a dead receiver may be probed now. */
  mayProbe: (webhook: string, now: number): Promise<boolean> =>
    holds(
      table.update(healthKey(webhook), {
        UpdateExpression: 'SET p = :next',
        ConditionExpression: 'attribute_not_exists(p) OR p < :now',
        ExpressionAttributeValues: { ':next': now + PROBE_INTERVAL_MS, ':now': now },
        ReturnValues: 'ALL_NEW',
      }),
    ),

  /** Records a failed attempt, or the success that ends a row of them. The receiver's health after it. */
  async record(webhook: string, isWell: boolean, now: number): Promise<Health> {
    const item = await table.update(
      healthKey(webhook),
      isWell
        ? { UpdateExpression: 'REMOVE f, ff', ReturnValues: 'ALL_NEW' }
        : {
            UpdateExpression: 'SET f = if_not_exists(f, :zero) + :one, ff = if_not_exists(ff, :now), p = :next',
            ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':now': now, ':next': now + PROBE_INTERVAL_MS },
            ReturnValues: 'ALL_NEW',
          },
    );
    return readHealth(item);
  },
});
/** What `openHealth` gives. */
export type HealthStore = ReturnType<typeof openHealth>;
