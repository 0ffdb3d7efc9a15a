import type * as z from 'zod';
import type { CarriedChain } from '../../chain/restore/carry-chain';
import { recordKey } from '../../chain/rows/block-records';
import { chunk } from '../../core/contract/chunk';
import type { Item } from '../../core/table/item';
import { after, key } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import type { Restored } from '../../core/table/restored';
import { entities } from '../../core/table/schema';
import type { Stored } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { ReleaseRest, Rematch } from '../contract/messages';
import { type FeedProgress, headOf, isPassed, skip } from '../domain/feed-progress';
import type { MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { toRemoval } from '../matching/revoke';
import { type FeedItem, feedItems } from '../rows/feed-entries';
import { progressKey, readProgress } from '../rows/feed-progress';
import { healthKey } from '../rows/health-item';
import { messageReader } from '../rows/message-item';
import { messageKey } from '../rows/message-key';
import { createNewMessages } from '../rows/new-messages';
import { createPendingWebhooks } from '../rows/pending-webhooks';

const ITEMS_PER_PAGE = 100;
const MESSAGES_PER_READ = 100;

interface Deps extends Restored {
  /** Unix ms. */
  readonly now: () => number;
}

/** For the matcher's queue, once the restored table is in use. */
export type FollowUp = Rematch | z.infer<typeof ReleaseRest>;

/**
 * Prepares the feeds of a chain and the messages of its webhooks. Messages of blocks that a reorg removed after the
 * restored moment are copied with their removals, as those blocks are never indexed again; messages of canonical
 * blocks are created again, with the same ids. Call after `carryChain`. Idempotent.
 */
export async function carryWebhooks(
  deps: Deps,
  carried: CarriedChain,
  webhooks: readonly WebhookRecord[],
): Promise<readonly FollowUp[]> {
  const { chain, restored: cursor } = carried;
  const item = await deps.restored.get(progressKey(chain), true);
  const progress = await deps.replaced.get(progressKey(chain), true);
  const before = progressBefore(item);
  const blocks = [headOf(before) + 1];
  for (const webhook of webhooks.filter((one) => one.chain === chain)) {
    await deleteUnfinished(deps, webhook, before);
    blocks.push(...(await carryRemoved(deps, carried, webhook, before.serial)));
    await carrySequence(deps, webhook.id);
  }
  if (progress) {
    // The replaced table's last follower may have died before it published these, and feeds must not wait for them.
    const { serial, pending } = carried.replaced;
    const unpublished = { from: serial + 1, to: serial + (pending?.blocks.length ?? 0) };
    const { matched, settled } = readProgress(progress);
    const [m, w] = [matched, settled].map((one) => JSON.stringify(skip(one, unpublished, deps.now())));
    const put = { ...(progress as Item), m, w: w === m ? undefined : w, [BEFORE]: { v: progress.v, before } };
    await deps.restored.write([{ put }]);
  }
  const from = Math.max(cursor.start, Math.min(...blocks));
  if (cursor.number < from) return [];
  return [{ rematch: { chain, from, to: cursor.number } }, { releaseRest: { chain, number: cursor.number } }];
}

/** Progress at the restored moment, kept beside the one that replaces it: another run needs it. */
const BEFORE = 'rb';

function progressBefore(item: Stored | undefined): FeedProgress {
  const kept = item?.[BEFORE] as { readonly v: unknown; readonly before: FeedProgress } | undefined;
  // Of an earlier restore if the progress has changed since.
  return kept && kept.v === item?.v ? kept.before : readProgress(item).settled;
}

/** Entries whose messages may not exist. Matching their blocks again appends them. */
async function deleteUnfinished({ restored }: Restored, webhook: WebhookRecord, before: FeedProgress): Promise<void> {
  const items = await feedItems(restored, webhook, before.serial + 1);
  const unfinished = items.filter(({ place }) => place.rank === 0 && !isPassed(before, place.serial));
  await restored.write(unfinished.map(({ item }) => ({ delete: item })));
}

/** Returns the numbers of the blocks that were removed since. */
async function carryRemoved(
  deps: Deps,
  carried: CarriedChain,
  webhook: WebhookRecord,
  since: number,
): Promise<readonly number[]> {
  const { replaced, restored, now } = deps;
  const items = await feedItems(replaced, webhook, since + 1);
  const removed = new Map<string, FeedItem['entries'][number]>();
  for (const { entries } of items) for (const entry of entries) if (entry.removal) removed.set(entry.digest, entry);
  const messages = await findMessages(replaced, webhook, [...removed.values()]);
  await copy(deps, messages);
  for (const hash of new Set(messages.flatMap(({ of }) => of?.blockHash ?? []))) await carryBlock(deps, carried, hash);
  const listed = items.filter(({ entries }) => entries.some(({ digest }) => removed.has(digest)));
  await restored.write(listed.map(({ item }) => ({ put: item })));
  const removals = messages.map((message) => {
    const { incarnation = 1 } = removed.get(message.digest)?.removal ?? {};
    return toRemoval({ chain: webhook.chain, incarnation }, message, now());
  });
  const created = await findMessages(replaced, webhook, removals);
  const due = new Set(created.filter(({ status }) => status === 'pending').map(({ digest }) => digest));
  await copy(
    deps,
    created.filter(({ digest }) => !due.has(digest)),
  );
  const toSend = removals.filter(({ digest }) => due.has(digest));
  await createNewMessages(restored).create(
    toSend.map((message) => ({ message })),
    now(),
  );
  await createPendingWebhooks(restored).mark(toSend, now());
  return messages.map(({ block }) => block);
}

/** Its list of messages and their revocations, and how often it was canonical. */
async function carryBlock({ replaced, restored }: Deps, { chain, indexed }: CarriedChain, hash: string): Promise<void> {
  const pk = key(entities.BlockMessages.pk, { chain, hash });
  for await (const items of readPages(replaced, { pk, low: '0', high: after('z'), limit: ITEMS_PER_PAGE }))
    await restored.write(items.map((item) => ({ put: item as Item })));
  // The chain's part did, as it is indexed again.
  if (indexed.has(hash)) return;
  const record = await replaced.get(recordKey(chain, hash), true);
  if (record) await restored.write([{ put: { ...record, e: undefined } as Stored as Item }]);
}

async function findMessages(
  table: Table,
  { id: webhook }: WebhookRecord,
  positions: readonly Pick<MessageRecord, 'block' | 'tx' | 'digest'>[],
): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  for (const some of chunk(positions, MESSAGES_PER_READ)) {
    const refs = some.map(({ block, tx, digest }) => ({ webhook, block, tx, digest }));
    found.push(...(await messageReader(table).findAll(refs)).values());
  }
  return found;
}

async function copy({ replaced, restored }: Restored, messages: readonly MessageRecord[]): Promise<void> {
  for (const some of chunk(messages, MESSAGES_PER_READ)) {
    const items = await replaced.batchGet(
      some.map((one) => messageKey(one)),
      true,
    );
    await restored.write(items.map((item) => ({ put: item as Item })));
  }
}

/** Receivers find missing messages by gaps in the sequence. */
async function carrySequence({ replaced, restored }: Restored, webhook: string): Promise<void> {
  const [last, own] = await Promise.all([
    replaced.get(healthKey(webhook), true),
    restored.get(healthKey(webhook), true),
  ]);
  if (Number(last?.q ?? 0) > Number(own?.q ?? 0)) await restored.update(healthKey(webhook), { set: { q: last?.q } });
}
