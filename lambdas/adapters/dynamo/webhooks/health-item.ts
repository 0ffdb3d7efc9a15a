import { type Health, PROBE_EVERY } from '../../../domain/webhooks/health';
import { key } from '../../../table/key';
import { entities } from '../../../table/schema';
import type { Stored } from '../stored-item';
import { conditionFailed, holds, type Table } from '../table';

/** Messages that are on their way to one webhook at once, over all senders: one a lane. */
const LANES = Array.from({ length: 10 }, (_, n) => `l${n}`);
/** Times that another lane is looked for where one was just taken. */
const TRIES = 3;

const healthKey = (webhook: string) => ({
  pk: key(entities.WebhookHealth.pk, { webhook }),
  sk: entities.WebhookHealth.sk,
});
const readHealth = (item: Stored = {}): Health => ({
  failures: Number(item.f ?? 0),
  ...(item.ff === undefined ? {} : { since: Number(item.ff) }),
});

/** The right to send to a webhook, one message after another. */
export interface Lane {
  readonly webhook: string;
  readonly name: string;
  readonly health: Health;
}

/** How receivers do, and how many messages are on their way to each. Times in Unix ms. */
export const openHealth = (table: Table) => ({
  /**
   * A lane until a time, or 'busy' where all are taken. One whose holder ended without a word is free again once its
   * time is over. `draw`: from 0 to 1.
   */
  async enter(webhook: string, now: number, until: number, draw: number): Promise<Lane | 'busy'> {
    let free: readonly string[] = LANES;
    for (let i = 0; i < TRIES && free.length > 0; i++) {
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
        free = LANES.filter((lane) => Number(item[lane] ?? 0) < now);
      }
    }
    return 'busy';
  },

  /** Gives the lane back. */
  async leave({ webhook, name }: Lane): Promise<void> {
    await table.update(healthKey(webhook), { UpdateExpression: `REMOVE ${name}`, ReturnValues: 'ALL_NEW' });
  },

  /** Whether a dead receiver is to be tried: once in a while. */
  mayProbe: (webhook: string, now: number): Promise<boolean> =>
    holds(
      table.update(healthKey(webhook), {
        UpdateExpression: 'SET p = :next',
        ConditionExpression: 'attribute_not_exists(p) OR p < :now',
        ExpressionAttributeValues: { ':next': now + PROBE_EVERY, ':now': now },
        ReturnValues: 'ALL_NEW',
      }),
    ),

  /** An attempt failed, or one did not after some that had: what has become of the receiver's health. */
  async tell(webhook: string, isWell: boolean, now: number): Promise<Health> {
    const item = await table.update(
      healthKey(webhook),
      isWell
        ? { UpdateExpression: 'REMOVE f, ff', ReturnValues: 'ALL_NEW' }
        : {
            UpdateExpression: 'SET f = if_not_exists(f, :zero) + :one, ff = if_not_exists(ff, :now), p = :next',
            ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':now': now, ':next': now + PROBE_EVERY },
            ReturnValues: 'ALL_NEW',
          },
    );
    return readHealth(item);
  },
});
/** What `openHealth` gives. */
export type HealthStore = ReturnType<typeof openHealth>;
