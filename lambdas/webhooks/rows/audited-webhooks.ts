import { toDay } from '../../core/domain/day';
import { after, key, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { Delivery } from '../contract/messages';
import { RETENTION_SECONDS } from './message-key';

const WEBHOOKS_PER_PAGE = 1_000;
/** Written once a day, so that it outlives the messages. */
const KEEP_SECONDS = RETENTION_SECONDS + 2 * 86_400;

const pk = key(entities.AuditedWebhook.pk, { shard: '0' });

export function createAuditedWebhooks(table: Table) {
  const { sk } = entities.AuditedWebhook;
  const notedOn = new Map<string, number>();
  return {
    /** At most one write a day for each webhook and process. `now`: Unix ms. */
    async note(webhooks: readonly Delivery[], now: number): Promise<void> {
      const day = toDay(now);
      const items = new Map(webhooks.map(({ owner, webhook }) => [key(sk, { owner, webhook }), webhook]));
      const unknown = [...items.keys()].filter((one) => notedOn.get(one) !== day);
      const expiresAt = Math.floor(now / 1_000) + KEEP_SECONDS;
      await table.write(unknown.map((one) => ({ put: { pk, sk: one, expiresAt } })));
      for (const one of unknown) notedOn.set(one, day);
    },

    async all(): Promise<Delivery[]> {
      const found: Delivery[] = [];
      const range = { low: '0', high: after('z'), limit: WEBHOOKS_PER_PAGE };
      for await (const items of readPages(table, { pk, ...range }))
        found.push(...items.map((item) => parseKey(sk, item.sk)));
      return found;
    },
  };
}
export type AuditedWebhooks = ReturnType<typeof createAuditedWebhooks>;
