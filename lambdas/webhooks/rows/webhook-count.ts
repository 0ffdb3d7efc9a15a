import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import type { Table, TransactedChange } from '../../core/table/table';
import { ABSENT, above, below, type Condition, PRESENT } from '../../core/table/update';
import { getWebhooks, WEBHOOK } from './webhook-attributes';

/** `webhooks`: how many count. `changes` rises with every change, so that a recount sees what came between. */
const COUNT = { webhooks: 'n', changes: 'v' } as const;

const countKey = (owner: string) => ({
  pk: key(entities.WebhookCount.pk, { owner }),
  sk: entities.WebhookCount.sk,
});

/** Of a webhook that counts: it is active, or was until the service turned it off, so that it has subscriptions. */
export const COUNTS: Condition = [{ [WEBHOOK.active]: true }, { [WEBHOOK.disabledReason]: PRESENT }];
const counts = (item: Readonly<Record<string, unknown>>): boolean =>
  item[WEBHOOK.active] === true || item[WEBHOOK.disabledReason] !== undefined;

/** One more webhook counts, if it is not the owner's `max` already: part of a transaction with the webhook. */
export const oneMore = (owner: string, max: number): TransactedChange => ({
  update: countKey(owner),
  add: { [COUNT.webhooks]: 1, [COUNT.changes]: 1 },
  when: { [COUNT.webhooks]: below(max) },
});
/** One webhook less counts. */
export const oneLess = (owner: string): TransactedChange => ({
  update: countKey(owner),
  add: { [COUNT.webhooks]: -1, [COUNT.changes]: 1 },
  when: { [COUNT.webhooks]: above(0) },
});

/** Counts the webhooks of owners. */
export const webhookCounter = (table: Table) => ({
  /** Whether the owner may have one more. Counts again before it says no: webhooks that expire are not taken off. */
  async hasRoom(owner: string, max: number): Promise<boolean> {
    const known = (await table.get(countKey(owner), true))?.[COUNT.webhooks];
    if (known !== undefined && Number(known) < max) return true;
    return (await recount(table, owner)) < max;
  },
});

/** Counts an owner's webhooks and corrects the item that says how many there are, or creates it. */
export async function recount(table: Table, owner: string): Promise<number> {
  for (;;) {
    const { [COUNT.webhooks]: known, [COUNT.changes]: changes = ABSENT } =
      (await table.get(countKey(owner), true)) ?? {};
    const counted = await countAll(table, owner);
    if (counted === known) return counted;
    const correction = { set: { [COUNT.webhooks]: counted }, add: { [COUNT.changes]: 1 } };
    if (await table.updateIf(countKey(owner), correction, { [COUNT.changes]: changes })) return counted;
    // A webhook was turned on or off meanwhile, and may have been counted as it was before.
  }
}

async function countAll(table: Table, owner: string): Promise<number> {
  const range = { pk: getWebhooks(owner), low: '!', high: after(''), limit: 1_000, consistent: true };
  let counted = 0;
  for await (const items of readPages(table, range)) counted += items.filter(counts).length;
  return counted;
}
