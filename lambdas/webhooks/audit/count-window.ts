import { chunk } from '../../core/contract/chunk';
import { toDay } from '../../core/domain/day';
import { type FeedPlace, isAfter } from '../domain/feed-position';
import { headOf } from '../domain/feed-progress';
import type { MessageRecord, MessageRef } from '../domain/message';
import { type CountedWindow, type MessageCounts, type MessageState, NO_MESSAGES } from '../domain/message-counts';
import { isOrdered, type WebhookRecord } from '../domain/webhook';
import { isListed } from '../feed/read-feed';
import { toRemoval } from '../matching/revoke';
import type { FeedEntry, FeedEntryReader } from '../rows/feed-entries';
import type { ChainProgress } from '../rows/feed-progress';
import type { messageReader } from '../rows/message-item';
import { RETENTION_SECONDS } from '../rows/message-key';

export interface CountDeps {
  readonly entries: Pick<FeedEntryReader, 'of'>;
  readonly messages: Pick<ReturnType<typeof messageReader>, 'findAll'>;
}

type Position = Omit<MessageRef, 'kind'>;

interface Counted {
  readonly window: CountedWindow;
  readonly lost: readonly MessageRef[];
}

/** Up to here, every entry and its message are written. */
export const endOfAudit = ({ matched, settled, appended }: ChainProgress): FeedPlace => ({
  serial: Math.min(matched.serial, settled.serial),
  rank: appended,
});

const MESSAGES_PER_READ = 100;

/**
 * Counts the entries of a webhook's feed after `from`, up to `to`, and looks for the message of each: a removal has one
 * if its original may have arrived. Ends early after the place at which `max` messages are exceeded. `now`: Unix ms.
 */
export async function countWindow(
  { entries, messages }: CountDeps,
  webhook: WebhookRecord,
  progress: ChainProgress,
  {
    from,
    to,
    max = Number.POSITIVE_INFINITY,
  }: { readonly from: FeedPlace; readonly to: FeedPlace; readonly max?: number },
  now: number,
): Promise<Counted> {
  const days: Record<number, MessageCounts> = {};
  const lost: MessageRef[] = [];
  let [end, read, newest] = [to, 0, 0];
  for await (const group of entries.of(webhook, from, to.serial)) {
    const own = group.filter((one) => isAfter(one, from) && !isAfter(one, to) && isListed(progress, webhook, one));
    // The message of an older one may be deleted.
    const kept = own.filter(({ at }) => now - at * 1_000 < RETENTION_SECONDS * 1_000);
    for (const some of chunk(kept, MESSAGES_PER_READ))
      for (const { at, state, position } of await states(messages, webhook, progress, some)) {
        const day = toDay(at * 1_000);
        const counts = days[day] ?? NO_MESSAGES;
        days[day] = { ...counts, matched: counts.matched + 1, [state]: counts[state] + 1 };
        newest = Math.max(newest, at * 1_000);
        if (state === 'lost') lost.push(position);
      }
    read += kept.length;
    const last = own.at(-1);
    if (read > max && last) {
      end = { serial: last.serial, rank: last.rank };
      break;
    }
  }
  return { window: { from, to: end, days, countedAt: now, newestAt: newest === 0 ? now : newest }, lost };
}

async function states(
  messages: CountDeps['messages'],
  webhook: WebhookRecord,
  progress: ChainProgress,
  entries: readonly FeedEntry[],
) {
  const refOf = ({ block, tx, digest }: FeedEntry): MessageRef => ({
    webhook: webhook.id,
    block,
    tx,
    digest,
    kind: 'added',
  });
  const originals = await findAll(messages, entries.map(refOf));
  const due = entries.flatMap((entry) => {
    const original = originals.get(entry.digest);
    if (!entry.removal) return [{ at: entry.at, isRemoval: false, position: refOf(entry), message: original }];
    if (!original || original.attempts.length === 0) return [];
    const { incarnation } = entry.removal;
    return [
      {
        at: entry.at,
        isRemoval: true,
        position: toRemoval({ chain: webhook.chain, incarnation }, original, 0),
        message: undefined,
      },
    ];
  });
  const removals = await findAll(
    messages,
    due.flatMap(({ message, position }) => (message ? [] : [position])),
  );
  return due.map(({ at, position, isRemoval, message = removals.get(position.digest) }) => {
    // Created when it is its turn.
    const state = isRemoval && isOrdered(webhook) ? 'pending' : 'lost';
    return { at, position, state: message ? stateOf(message, webhook, progress) : (state as MessageState) };
  });
}

/** Repeats the read of missing ones as a consistent read. */
async function findAll(messages: CountDeps['messages'], positions: readonly Position[]) {
  const found = await messages.findAll(positions, false);
  const missing = positions.filter(({ digest }) => !found.has(digest));
  return missing.length === 0 ? found : new Map([...found, ...(await messages.findAll(missing))]);
}

function stateOf(
  { status, kind, block }: MessageRecord,
  { confirmations = 0 }: WebhookRecord,
  { matched }: ChainProgress,
): MessageState {
  const isConfirmed = confirmations === 0 || kind !== 'added' || block + confirmations <= headOf(matched);
  return status === 'pending' && !isConfirmed ? 'held' : status;
}
