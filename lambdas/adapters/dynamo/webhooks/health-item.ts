import { DEAD_AFTER, type Health, isDead, PROBE_EVERY } from '../../../domain/webhooks/health';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Stored } from '../readers/item';
import { conditionFailed, type Table } from '../table';

/** Messages that are on their way to one webhook at once, over all senders. */
const SLOTS = 10;

const healthKey = (webhook: string) => ({
  pk: key(entities.WebhookHealth.pk, { webhook }),
  sk: entities.WebhookHealth.sk,
});
const readHealth = (item: Stored = {}): Health => ({
  failures: Number(item.f ?? 0),
  ...(item.ff === undefined ? {} : { since: Number(item.ff) }),
});

/** The right to send one message to a webhook now. */
export interface Slot {
  readonly webhook: string;
  readonly name: string;
  readonly until: number;
  readonly health: Health;
}

/** How receivers do, and how many messages are on their way to each. */
export const openHealth = (table: Table) => ({
  /**
   * A slot until a time (Unix ms). 'busy': all are taken. 'dead': it failed too often, and was tried within the minute.
   * A slot whose holder ended without a word is free again once its time is over.
   */
  async enter(webhook: string, now: number, until: number, draw: number): Promise<Slot | 'busy' | { dead: Health }> {
    const first = Math.floor(draw * SLOTS);
    for (let i = 0; i < SLOTS; i++) {
      const name = `l${(first + i) % SLOTS}`;
      try {
        const item = await table.update(healthKey(webhook), {
          // Of a dead one only the first in a minute: the condition lets it through, and sets the next minute.
          UpdateExpression: `SET ${name} = :until, p = :probe`,
          ConditionExpression: `(attribute_not_exists(${name}) OR ${name} < :now) AND (attribute_not_exists(f) OR f < :dead OR p < :now)`,
          ExpressionAttributeValues: { ':until': until, ':now': now, ':probe': now + PROBE_EVERY, ':dead': DEAD_AFTER },
          ReturnValues: 'ALL_NEW',
        });
        return { webhook, name, until, health: readHealth(item) };
      } catch (error) {
        if (!conditionFailed(error)) throw error;
        const item = (await table.get(healthKey(webhook), true)) ?? {};
        const health = readHealth(item);
        if (isDead(health) && Number(item.p ?? 0) >= now) return { dead: health };
        // Taken: the next, if any is free.
        if (Array.from({ length: SLOTS }, (_, n) => Number(item[`l${n}`] ?? 0)).every((taken) => taken >= now))
          return 'busy';
      }
    }
    return 'busy';
  },

  /** Gives the slot back, and says how it went. What has become of the receiver's health. */
  async leave({ webhook, name, health }: Slot, isWell: boolean | undefined, now: number): Promise<Health> {
    const [set, remove, values] =
      isWell === undefined || (isWell && health.failures === 0)
        ? ['', '', {}]
        : isWell
          ? ['', ', f, ff', {}]
          : [
              'SET f = if_not_exists(f, :zero) + :one, ff = if_not_exists(ff, :now) ',
              '',
              { ':zero': 0, ':one': 1, ':now': now },
            ];
    const item = await table.update(healthKey(webhook), {
      UpdateExpression: `${set}REMOVE ${name}${remove}`,
      ...(Object.keys(values).length > 0 ? { ExpressionAttributeValues: values } : {}),
      ReturnValues: 'ALL_NEW',
    });
    return readHealth(item);
  },
});
/** What `openHealth` gives. */
export type HealthStore = ReturnType<typeof openHealth>;
