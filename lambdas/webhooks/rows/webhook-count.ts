import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, above, below, type Condition, PRESENT } from '../../core/table/update';
import { getWebhooks, WEBHOOK } from './webhook-attributes';

/** `changes` rises with every change, so that a recount detects concurrent ones. */
const COUNT = { webhooks: 'n', changes: 'v' } as const;

const countKey = (owner: string) => ({
  pk: key(entities.WebhookCount.pk, { owner }),
  sk: entities.WebhookCount.sk,
});

/** Active, or disabled by the service and so still with subscriptions. */
export const COUNTS: Condition = [{ [WEBHOOK.active]: true }, { [WEBHOOK.disabledReason]: PRESENT }];
const counts = (item: Readonly<Record<string, unknown>>): boolean =>
  item[WEBHOOK.active] === true || item[WEBHOOK.disabledReason] !== undefined;

/** Unless the count has reached `max`; part of a transaction with the webhook. */
export const oneMore = (owner: string, max: number): TransactedChange => ({
  update: countKey(owner),
  add: { [COUNT.webhooks]: 1, [COUNT.changes]: 1 },
  when: { [COUNT.webhooks]: below(max) },
});
export const oneLess = (owner: string): TransactedChange => ({
  update: countKey(owner),
  add: { [COUNT.webhooks]: -1, [COUNT.changes]: 1 },
  when: { [COUNT.webhooks]: above(0) },
});

export const webhookCounter = (table: Table) => ({
  /** Recounts before refusing, as expired webhooks are not subtracted. */
  async hasRoom(owner: string, max: number): Promise<boolean> {
    const known = (await table.get(countKey(owner), true))?.[COUNT.webhooks];
    if (known !== undefined && Number(known) < max) return true;
    return (await recount(table, owner)) < max;
  },
});

/** Corrects or creates the count item. */
export async function recount(table: Table, owner: string): Promise<number> {
  for (;;) {
    const { [COUNT.webhooks]: known, [COUNT.changes]: changes = ABSENT } =
      (await table.get(countKey(owner), true)) ?? {};
    const counted = await countWebhooks(table, owner);
    if (counted === known) return counted;
    const correction = { set: { [COUNT.webhooks]: counted }, add: { [COUNT.changes]: 1 } };
    if (await table.updateIf(countKey(owner), correction, { [COUNT.changes]: changes })) return counted;
    // A webhook was enabled or disabled during the count: retry.
  }
}

async function countWebhooks(table: Table, owner: string): Promise<number> {
  const range = { pk: getWebhooks(owner), low: '!', high: after(''), limit: 1_000, consistent: true };
  let counted = 0;
  for await (const items of readPages(table, range)) counted += items.filter(counts).length;
  return counted;
}
