import { isDeepStrictEqual } from 'node:util';
import { after, key } from '../../lambdas/core/table/key';
import { readPages } from '../../lambdas/core/table/pages';
import type { Restored } from '../../lambdas/core/table/restored';
import { entities } from '../../lambdas/core/table/schema';
import { text } from '../../lambdas/core/table/stored-item';
import type { Table } from '../../lambdas/core/table/table';
import type { WebhookRecord } from '../../lambdas/webhooks/domain/webhook';
import { watchedReader } from '../../lambdas/webhooks/rows/watched';
import { getWebhooks } from '../cli/webhook-actions';

const PAGE = 100;

export async function findWebhooks(table: Table, owners: readonly string[]): Promise<WebhookRecord[]> {
  const found: WebhookRecord[] = [];
  for (const owner of owners) found.push(...(await getWebhooks(table, owner)));
  return found;
}

/**
 * What owners changed since the restored moment, one sentence each: it is lost with the switch. Never shows a secret
 * or an address.
 */
export async function findChanges({ replaced, restored }: Restored, owners: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const owner of owners) {
    const [now, then] = await Promise.all([getWebhooks(replaced, owner), getWebhooks(restored, owner)]);
    const before = new Map(then.map((webhook) => [webhook.id, webhook]));
    const name = ({ id, url }: WebhookRecord) => `webhook ${id} of ${owner}${url ? ` (${new URL(url).host})` : ''}`;
    for (const webhook of now) {
      const old = before.get(webhook.id);
      before.delete(webhook.id);
      if (!old) {
        lines.push(`${name(webhook)} was created since: it will be gone`);
        continue;
      }
      const changed = fieldsChanged(old, webhook);
      if (changed.length > 0) lines.push(`${name(webhook)} was changed since (${changed.join(', ')}): it changes back`);
      const [added, removed] = await addressChanges({ replaced, restored }, webhook.id);
      if (added + removed > 0)
        lines.push(`${name(webhook)}: ${added} addresses added and ${removed} removed since: this is undone`);
    }
    for (const webhook of before.values()) lines.push(`${name(webhook)} was deleted since: it will exist again`);
    if (!isDeepStrictEqual(await findSecrets(replaced, owner), await findSecrets(restored, owner)))
      lines.push(`secrets of ${owner} were rotated, created or removed since: the earlier ones sign again`);
  }
  return lines;
}

const fieldsChanged = (old: WebhookRecord, webhook: WebhookRecord): string[] =>
  [...new Set([...Object.keys(old), ...Object.keys(webhook)])].filter(
    (field) => !isDeepStrictEqual(Reflect.get(old, field), Reflect.get(webhook, field)),
  );

async function addressChanges({ replaced, restored }: Restored, webhook: string): Promise<[number, number]> {
  const [now, then] = await Promise.all([watchedReader(replaced).of(webhook), watchedReader(restored).of(webhook)]);
  const [isWatched, wasWatched] = [new Set(now), new Set(then)];
  return [now.filter((one) => !wasWatched.has(one)).length, then.filter((one) => !isWatched.has(one)).length];
}

async function findSecrets(table: Table, owner: string): Promise<unknown[]> {
  const found: unknown[] = [];
  const pk = key(entities.WebhookSecret.pk, { owner });
  for await (const items of readPages(table, { pk, low: '!', high: after('~'), limit: PAGE, consistent: true }))
    found.push(...items.map(({ sk, c, p, s, t }) => [text(sk), c, p, s, t]));
  return found;
}
