import type { Delivery } from '../contract/messages';
import { BEFORE_ALL, type FeedStop, isAfter, isAfterStop } from '../domain/feed-position';
import type { MessageRecord } from '../domain/message';
import { isDue } from '../domain/schedule';
import { isOrdered, type WebhookRecord } from '../domain/webhook';
import { endOfFeed, isListed } from '../feed/read-feed';
import { toRemoval } from '../matching/revoke';
import type { FeedEntry, FeedEntryReader } from '../rows/feed-entries';
import type { FeedProgressStore } from '../rows/feed-progress';
import type { HealthStore } from '../rows/health-item';
import type { messageReader } from '../rows/message-item';
import type { MessagePosition } from '../rows/message-key';
import type { NewMessages } from '../rows/new-messages';
import type { DueEntries, Outbox } from '../rows/outbox';
import type { SentUpTo } from '../rows/sent-up-to';
import type { webhookReader } from '../rows/webhook-item';

export interface OrderedDeps {
  readonly outbox: Outbox;
  readonly webhooks: Pick<ReturnType<typeof webhookReader>, 'find'>;
  readonly messages: Pick<ReturnType<typeof messageReader>, 'find'> & Pick<NewMessages, 'create'>;
  readonly entries: Pick<FeedEntryReader, 'of'>;
  readonly progress: Pick<FeedProgressStore, 'of'>;
  readonly health: Pick<HealthStore, 'getClaimed'>;
  readonly sent: SentUpTo;
  readonly now: () => number;
}

/** Of entries read at once. */
const MAX_BUFFERED = 200;
/** After a crash, so many messages are read again at most. */
const SAVED_EACH = 50;
/** Until an entry may be read: another block is matched first, or confirms it. */
const [UNMATCHED_DELAY_MS, UNCONFIRMED_DELAY_MS] = [1_000, 5_000];
const INACTIVE_DELAY_MS = 600_000;
const FIRST: FeedStop = { ...BEFORE_ALL, tx: 0, digest: '' };

/** Outboxes of ordered webhooks; undefined for others. `order` never changes, so it is read once in a process. */
export function createOrdered(deps: OrderedDeps): (of: Delivery) => Promise<Outbox | undefined> {
  const known = new Map<string, boolean>();
  const isKnownOrdered = async ({ owner, webhook: id }: Delivery): Promise<boolean> => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = await deps.webhooks.find(owner, id);
    if (found) known.set(id, isOrdered(found));
    return found !== undefined && isOrdered(found);
  };
  return async (of) => ((await isKnownOrdered(of)) ? createOrderedOutbox(deps, of.owner) : undefined);
}

/**
 * A sender's outbox, and the next message of the feed until that one is settled.
 *
 * Whether a message was sent follows from its status, so that a crash at any point neither skips nor repeats one.
 * Removals are sent if their originals may have arrived. Beside the feed, there are replays and test messages.
 */
function createOrderedOutbox(deps: OrderedDeps, owner: string): Outbox {
  let buffered: readonly FeedEntry[] = [];
  let last: FeedStop | undefined;
  let unsaved = 0;

  const save = async (webhook: string): Promise<void> => {
    if (unsaved > 0 && last) await deps.sent.put(webhook, last, deps.now());
    unsaved = 0;
  };
  const head = async (webhook: WebhookRecord): Promise<{ due?: MessagePosition; nextDue?: number }> => {
    last ??= (await deps.sent.of(webhook.id)) ?? FIRST;
    for (;;) {
      const [entry, ...rest] = buffered;
      if (!entry) {
        const read = await readEntries(deps, webhook, last);
        buffered = read.entries;
        if (buffered.length > 0) continue;
        await save(webhook.id);
        return read.nextDue === undefined ? {} : { nextDue: read.nextDue };
      }
      const message = await toSend(deps, webhook, entry);
      if (message?.status === 'pending') {
        const { nextAttemptAt = 0 } = message;
        return isDue(message, deps.now()) ? { due: message } : { nextDue: nextAttemptAt };
      }
      const { serial, rank, tx, digest } = entry;
      [buffered, last] = [rest, { serial, rank, tx, digest }];
      unsaved += 1;
      if (unsaved >= SAVED_EACH) await save(webhook.id);
    }
  };
  return {
    ...deps.outbox,
    async next(id, now, limit, hasReplays): Promise<DueEntries> {
      const others = await deps.outbox.next(id, now, limit - 1, hasReplays);
      const webhook = await deps.webhooks.find(owner, id);
      if (!webhook?.url) return others;
      // Its messages wait until it is enabled again.
      if (!webhook.active) return earliest(others, deps.now() + INACTIVE_DELAY_MS);
      const { due, nextDue } = await head(webhook);
      if (!due) return earliest(others, nextDue);
      const { block, tx, digest } = due;
      const entry = { webhook: id, block, tx, digest, replay: false, due: deps.now() };
      return { due: [entry, ...others.due.filter((one) => one.digest !== digest)], isMore: true };
    },
    // A message of the feed is due by its own record.
    add: (entries, now) =>
      deps.outbox.add(
        entries.filter(({ replay }) => replay),
        now,
      ),
  };
}

const earliest = (others: DueEntries, due: number | undefined): DueEntries => {
  const times = [others.nextDue, due].filter((time) => time !== undefined);
  return { ...others, ...(times.length === 0 ? {} : { nextDue: Math.min(...times) }) };
};

/** Up to the end of the feed. `nextDue`: when to look again for entries that may not be read yet, Unix ms. */
async function readEntries(
  { entries, progress, now }: OrderedDeps,
  webhook: WebhookRecord,
  last: FeedStop,
): Promise<{ readonly entries: readonly FeedEntry[]; readonly nextDue?: number }> {
  const found = await progress.of(webhook.chain, true);
  const end = endOfFeed(found, webhook);
  const unread: FeedEntry[] = [];
  for await (const group of entries.of(webhook, last)) {
    const own = group.filter((entry) => isAfterStop(entry, last) && isListed(found, webhook, entry));
    const [first] = own;
    if (!first) continue;
    if (isAfter(first, end)) {
      // An appended entry may be after the end of the confirmed ones, and before later ones.
      const delay = webhook.confirmations ? UNCONFIRMED_DELAY_MS : UNMATCHED_DELAY_MS;
      return unread.length > 0 ? { entries: unread } : { entries: [], nextDue: now() + delay };
    }
    unread.push(...own);
    if (unread.length >= MAX_BUFFERED) break;
  }
  return { entries: unread };
}

/** undefined for a removal of a message that was never sent, and for a message that is not there. */
async function toSend(
  { messages, health, now }: OrderedDeps,
  webhook: WebhookRecord,
  { block, tx, digest, removal }: FeedEntry,
): Promise<MessageRecord | undefined> {
  const position = { webhook: webhook.id, block, tx, digest };
  if (!removal) return messages.find(position);
  // An interrupted sender may have sent it. Claims are read first, as they end when the attempt is recorded.
  const claimed = await health.getClaimed([position]);
  const original = await messages.find(position);
  if (!original || (original.attempts.length === 0 && !claimed.has(digest))) return undefined;
  const { incarnation } = removal;
  const message = { ...toRemoval({ chain: webhook.chain, incarnation }, original, now()), isPulled: true };
  await messages.create([{ message }], now());
  return messages.find(message);
}
