import { chunk } from '../../core/contract/chunk';
import { type FeedPlace, type FeedPosition, isAfter, isAfterStop } from '../domain/feed-position';
import { confirmedSerial } from '../domain/feed-progress';
import type { MessageRecord } from '../domain/message';
import type { WebhookRecord } from '../domain/webhook';
import { toRemoval } from '../matching/revoke';
import type { FeedEntry, FeedEntryReader } from '../rows/feed-entries';
import { type ChainProgress, wasSkipped } from '../rows/feed-progress';
import type { messageReader } from '../rows/message-item';

export interface FeedDeps {
  readonly entries: FeedEntryReader;
  /** Consistent. */
  readonly messages: Pick<ReturnType<typeof messageReader>, 'findAll'>;
}

interface FeedPage {
  /** Each with the position after it. */
  readonly messages: readonly { readonly message: MessageRecord; readonly position: FeedPosition }[];
  readonly position: FeedPosition;
  /** Nothing is left to read at present. */
  readonly isDone: boolean;
}

/** Many entries may be of blocks that were removed again. */
const MAX_ENTRIES = 1_000;
const ENTRIES_PER_READ = 50;

/** How far the webhook's feed may be read. */
export function endOfFeed({ matched, settled, appended }: ChainProgress, webhook: WebhookRecord): FeedPlace {
  const progress = webhook.waitsForTraces && settled.serial < matched.serial ? settled : matched;
  return { serial: confirmedSerial(progress, webhook.confirmations ?? 0), rank: appended };
}

/** The progress was read before the one that this position is from. */
export const isStale = ({ matched }: ChainProgress, { read, within }: FeedPosition): boolean =>
  matched.serial < Math.max(read.serial, within?.end.serial ?? 0);

const skipsEvent = (progress: ChainProgress, webhook: WebhookRecord, serial: number): boolean =>
  wasSkipped(progress, serial, webhook.waitsForTraces ? 'traced' : 'added');

/** Not an entry of a skipped event, whose messages are appended if it is matched after all. */
export const isListed = (progress: ChainProgress, webhook: WebhookRecord, { serial, rank }: FeedPlace): boolean =>
  rank > 0 || !skipsEvent(progress, webhook, serial);

/** `progress`: read before. Idempotent: the same position has the same messages, and maybe further ones. */
export async function readFeed(
  deps: FeedDeps,
  webhook: WebhookRecord,
  progress: ChainProgress,
  { from, limit }: { readonly from: FeedPosition; readonly limit: number },
): Promise<FeedPage> {
  const latest = endOfFeed(progress, webhook);
  const skips = (serial: number): boolean => skipsEvent(progress, webhook, serial);
  const messages: FeedPage['messages'][number][] = [];
  let seen = 0;
  let at = from;
  // The rest of the window that the position is in, then one up to the present.
  for (;;) {
    const end = at.within?.end ?? latest;
    if (!at.within && !isAfter(end, at.read)) return { messages, position: at, isDone: true };
    for await (const entries of deps.entries.of(webhook, at.within?.after ?? at.read, end.serial)) {
      const unread = entries.filter(
        (entry) => isUnread(entry, at) && !isAfter(entry, end) && isListed(progress, webhook, entry),
      );
      for (const some of chunk(unread, ENTRIES_PER_READ)) {
        const records = await resolve(deps, webhook, some, { ...at, end, skips });
        for (const [i, entry] of some.entries()) {
          const { serial, rank, tx, digest } = entry;
          at = { ...at, within: { end, after: { serial, rank, tx, digest } } };
          seen += 1;
          const message = records[i];
          if (message) messages.push({ message, position: at });
          if (messages.length === limit || seen === MAX_ENTRIES) return { messages, position: at, isDone: false };
        }
      }
    }
    at = { start: at.start, read: end };
  }
}

const isUnread = (entry: FeedEntry, { read, within }: FeedPosition): boolean =>
  within ? isAfterStop(entry, within.after) : isAfter(entry, read);

interface Window extends Pick<FeedPosition, 'start' | 'read'> {
  readonly end: FeedPlace;
  /** The event with this serial was skipped. */
  readonly skips: (serial: number) => boolean;
}

/** undefined for an entry that its reader does not get. */
async function resolve(
  { entries, messages }: FeedDeps,
  webhook: WebhookRecord,
  some: readonly FeedEntry[],
  { start, read, end, skips }: Window,
): Promise<(MessageRecord | undefined)[]> {
  const found = await messages.findAll(
    some.map(({ block, tx, digest }) => ({ webhook: webhook.id, block, tx, digest })),
  );
  const records = await Promise.all(
    some.map(async (entry) => {
      const original = found.get(entry.digest);
      if (!original) return undefined;
      const { removal } = entry;
      const { revokedSerial = Number.POSITIVE_INFINITY } = original;
      // A removal that was matched late follows every message that it removes.
      if (!removal) return revokedSerial <= end.serial && !skips(revokedSerial) ? undefined : original;
      const wasMoved = skips(removal.origin);
      const place =
        webhook.waitsForTraces || wasMoved
          ? await entries.placeOf(webhook, entry, wasMoved)
          : { serial: removal.origin, rank: 0 };
      const wasRead = place && isAfter(place, start) && (entry.rank > 0 || !isAfter(place, read));
      return wasRead ? removalOf(webhook, original, removal.incarnation) : undefined;
    }),
  );
  // A removal that was also sent has a sequence number of its own.
  const sent = await messages.findAll(records.flatMap((record) => (record?.kind === 'removed' ? record : [])));
  return records.map((record) => record && (sent.get(record.digest) ?? record));
}

function removalOf(webhook: WebhookRecord, original: MessageRecord, incarnation: number): MessageRecord {
  const { sequence: _, ...message } = original;
  return { ...message, ...toRemoval({ chain: webhook.chain, incarnation }, original, original.createdAt) };
}
