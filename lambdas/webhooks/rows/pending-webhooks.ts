import { createHash, randomUUID } from 'node:crypto';
import { isAhead } from '../../core/domain/stored-time';
import type { Item } from '../../core/table/item';
import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { Delivery } from '../contract/messages';

/** Partitions of the list: one would take no more than a thousand writes a second. */
const SHARDS = 16;
/** When the outbox of a webhook is looked at should the queue's message be lost. */
const SAFETY_MS = 60_000;
/** Items that a page of the list reads. */
const PAGE = 1_000;

/** A webhook whose outbox has entries. */
export interface PendingWebhook extends Delivery {
  /** Changes with each addition: if it is still the one that was read, nothing was added since. */
  readonly version: string;
  /** The same of its replays; absent where none were added. */
  readonly replaysVersion?: string;
  /** Unix ms. */
  readonly due: number;
  readonly hasReplays: boolean;
}

const getPartition = (shard: number) => key(entities.PendingWebhook.pk, { shard: String(shard) });
const getShard = (webhook: string) => (createHash('sha256').update(webhook).digest()[0] ?? 0) % SHARDS;
const pendingKey = (webhook: string) => ({
  pk: getPartition(getShard(webhook)),
  sk: key(entities.PendingWebhook.sk, { webhook }),
});
const replaysKey = (webhook: string) => ({
  pk: getPartition(getShard(webhook)),
  sk: key(entities.PendingReplays.sk, { webhook }),
});

/** The list of webhooks whose outboxes have entries. Times in Unix ms. */
export const createPendingWebhooks = (table: Table) => ({
  /**
   * Entries were added to the outboxes of these webhooks. To be called after that, and before the queue's message is
   * sent: whoever sends then finds them, or finds the version changed. `due`: when the sweep is to send that message,
   * should nobody have done so.
   */
  async mark(
    webhooks: readonly Delivery[],
    now: number,
    { replays = false, due = now + SAFETY_MS }: { readonly replays?: boolean; readonly due?: number } = {},
  ): Promise<void> {
    const put = (items: readonly Item[]) => table.write(items.map((item) => ({ put: item })));
    // First, as a sender that finds the webhook without it looks for no replays.
    if (replays) await put(webhooks.map(({ webhook }) => ({ ...replaysKey(webhook), v: randomUUID() })));
    await put(
      webhooks.map(({ webhook, owner }) => ({ ...pendingKey(webhook), v: randomUUID(), d: due, t: now, o: owner })),
    );
  },

  async find(webhook: string): Promise<PendingWebhook | undefined> {
    const { sk } = pendingKey(webhook);
    const items = await table.batchGet([pendingKey(webhook), replaysKey(webhook)], true);
    const own = items.find((item) => item.sk === sk);
    if (!own) return undefined;
    const again = items.find((item) => item.sk !== sk);
    return {
      webhook,
      owner: text(own.o),
      version: text(own.v),
      due: Number(own.d),
      hasReplays: again !== undefined,
      ...(again ? { replaysVersion: text(again.v) } : {}),
    };
  },

  /** Nothing is left in the outbox. false where something was added since it was read. */
  async clear({ webhook, version, replaysVersion: v }: PendingWebhook): Promise<boolean> {
    const isClear = v === undefined || (await table.deleteIf(replaysKey(webhook), { v }));
    return isClear && table.deleteIf(pendingKey(webhook), { v: version });
  },

  /** No replay is left in the outbox. The webhook as it is listed then. */
  async clearReplays(pending: PendingWebhook): Promise<PendingWebhook> {
    const { replaysVersion: v, ...rest } = pending;
    const isClear = await table.deleteIf(replaysKey(pending.webhook), { v });
    return isClear ? { ...rest, hasReplays: false } : pending;
  },

  /** What is left is due at a time. false where something was added since it was read. */
  async postpone({ webhook, version }: PendingWebhook, due: number, now: number): Promise<boolean> {
    // On its own: in a transaction with others it would be in the way of the matcher, which marks at any moment.
    return (await table.updateIf(pendingKey(webhook), { set: { d: due, t: now } }, { v: version })) !== undefined;
  },

  /** Webhooks that are due, a page at a time, so that any number of them fits into memory. */
  async *due(now: number): AsyncGenerator<Delivery[]> {
    for (let shard = 0; shard < SHARDS; shard++)
      for await (const items of readPages(table, { pk: getPartition(shard), low: '!', high: after(''), limit: PAGE }))
        yield items
          // `t`: when `d` was written; absent in items of earlier versions.
          .filter(({ o, d, t }) => o !== undefined && (Number(d) <= now || isAhead(Number(t ?? 0), now)))
          .map(({ sk, o }) => ({ webhook: text(sk), owner: text(o) }));
  },
});
/** What `createPendingWebhooks` gives. */
export type PendingWebhooks = ReturnType<typeof createPendingWebhooks>;
