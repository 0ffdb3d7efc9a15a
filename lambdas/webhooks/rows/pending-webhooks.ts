import { createHash, randomUUID } from 'node:crypto';
import { isAhead } from '../../core/domain/stored-time';
import type { Item } from '../../core/table/item';
import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { Delivery } from '../contract/messages';

/** A single partition is limited to 1,000 writes per second. */
const SHARDS = 16;
/** Delay until the sweep picks up a webhook with a lost queue message. */
const SAFETY_MS = 60_000;
const PAGE = 1_000;

export interface PendingWebhook extends Delivery {
  /** Changes with each addition. */
  readonly version: string;
  readonly replaysVersion?: string;
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

/** Times in Unix ms. */
export const createPendingWebhooks = (table: Table) => ({
  // Call after adding the entries and before sending the queue message: a sender then finds the entries, or a changed
  // version. `due`: when the sweep replaces a lost queue message.
  async mark(
    webhooks: readonly Delivery[],
    now: number,
    { replays = false, due = now + SAFETY_MS }: { readonly replays?: boolean; readonly due?: number } = {},
  ): Promise<void> {
    const put = (items: readonly Item[]) => table.write(items.map((item) => ({ put: item })));
    // Before the webhook itself: a sender that finds no replay marker reads no replays.
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

  /** false if entries were added since it was read. */
  async clear({ webhook, version, replaysVersion: v }: PendingWebhook): Promise<boolean> {
    const isClear = v === undefined || (await table.deleteIf(replaysKey(webhook), { v }));
    return isClear && table.deleteIf(pendingKey(webhook), { v: version });
  },

  /** Returns the webhook as listed afterwards. */
  async clearReplays(pending: PendingWebhook): Promise<PendingWebhook> {
    const { replaysVersion: v, ...rest } = pending;
    const isClear = await table.deleteIf(replaysKey(pending.webhook), { v });
    return isClear ? { ...rest, hasReplays: false } : pending;
  },

  /** false if entries were added since it was read. */
  async postpone({ webhook, version }: PendingWebhook, due: number, now: number): Promise<boolean> {
    // Not in a transaction: it would conflict with the matcher, which may mark at any moment.
    return (await table.updateIf(pendingKey(webhook), { set: { d: due, t: now } }, { v: version })) !== undefined;
  },

  /** One page at a time, to bound memory. */
  async *due(now: number): AsyncGenerator<Delivery[]> {
    for (let shard = 0; shard < SHARDS; shard++)
      for await (const items of readPages(table, { pk: getPartition(shard), low: '!', high: after(''), limit: PAGE }))
        yield items
          // `t`: when `d` was written; absent in items of earlier versions.
          .filter(({ o, d, t }) => o !== undefined && (Number(d) <= now || isAhead(Number(t ?? 0), now)))
          .map(({ sk, o }) => ({ webhook: text(sk), owner: text(o) }));
  },
});
export type PendingWebhooks = ReturnType<typeof createPendingWebhooks>;
