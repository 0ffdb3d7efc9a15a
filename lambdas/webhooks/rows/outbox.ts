import { isAhead } from '../../core/domain/stored-time';
import type { Item } from '../../core/table/item';
import { after, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { type MessagePosition, RETENTION_SECONDS } from './message-key';

/** Replays discarded per step. */
const DISCARDED_PER_STEP = 1_000;

/** An outbox entry: a message to send. */
export interface OutboxEntry extends MessagePosition {
  /** Requested by a caller: a single attempt, regardless of the message's status. */
  readonly replay: boolean;
  /**
   * Unix ms. For a replay, which is always due, the message's creation time: it orders the messages of a transaction,
   * an original before its removal.
   */
  readonly due: number;
}

/** A message to replay. */
export type Replayed = MessagePosition & { readonly createdAt: number };

/** Due entries, and the time of the next one. */
export interface DueEntries {
  readonly due: readonly OutboxEntry[];
  /** Unix ms; absent if there is no further entry, or if more entries are due than were read. */
  readonly nextDue?: number;
  /** true: more entries may be due than were read. */
  readonly isMore?: boolean;
}

const outboxKey = (webhook: string) => key(entities.OutboxEntry.pk, { webhook });
const entryKey = (entry: OutboxEntry) => ({
  pk: outboxKey(entry.webhook),
  sk: entry.replay ? key(entities.ReplayEntry.sk, entry) : key(entities.OutboxEntry.sk, entry),
});

/** The replay entry of a message; the same for repeated requests. */
export const getReplay = ({ createdAt, ...position }: Replayed): OutboxEntry => ({
  ...position,
  replay: true,
  due: createdAt,
});

/** The item of an entry. `now`: Unix ms. */
export const entryItem = (entry: OutboxEntry, now: number): Item => ({
  ...entryKey(entry),
  expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS,
});

/** Outboxes. Only the lease holder removes entries, except for discarded replays. */
export const createOutbox = (table: Table) => ({
  /**
   * Up to `limit` entries: due ones in order, then replays in chain order (and, within a transaction, in creation
   * order), so that replays do not delay new messages.
   */
  async next(webhook: string, now: number, limit: number, hasReplays: boolean): Promise<DueEntries> {
    const [pk, range] = [outboxKey(webhook), { ascending: true, consistent: true }];
    const { items } = await table.query({ pk, low: '0', high: after('9'), limit, ...range });
    const entries = items.map(({ sk, expiresAt }) => {
      const entry = { webhook, replay: false, ...parseKey(entities.OutboxEntry.sk, sk) };
      // If the writer's clock ran ahead, the delay is unknown: treat as due.
      const writtenAt = (Number(expiresAt) - RETENTION_SECONDS) * 1_000;
      return { entry, isDue: entry.due <= now || isAhead(writtenAt, now) };
    });
    const due = entries.filter(({ isDue }) => isDue).map(({ entry }) => entry);
    const nextDue = entries.find(({ isDue }) => !isDue)?.entry.due;
    const rest = limit - due.length;
    const again = hasReplays && rest > 0 ? await getReplays(table, webhook, rest) : [];
    const isMore = due.length + again.length >= limit;
    return { due: [...due, ...again], isMore, ...(nextDue === undefined ? {} : { nextDue }) };
  },

  /** Adds entries; existing ones are unchanged. */
  add: (entries: readonly OutboxEntry[], now: number): Promise<void> =>
    table.write(entries.map((entry) => ({ put: entryItem(entry, now) }))),

  /**
   * Discards all replays of a webhook and returns their number. A running sender may still send the ones it has read.
   */
  async discardReplays(webhook: string): Promise<number> {
    for (let discarded = 0; ; ) {
      const replays = await getReplays(table, webhook, DISCARDED_PER_STEP);
      await table.write(replays.map((entry) => ({ delete: entryKey(entry) })));
      discarded += replays.length;
      if (replays.length < DISCARDED_PER_STEP) return discarded;
    }
  },

  remove: (entries: readonly OutboxEntry[]): Promise<void> =>
    table.write(entries.map((entry) => ({ delete: entryKey(entry) }))),
});
export type Outbox = ReturnType<typeof createOutbox>;

async function getReplays(table: Table, webhook: string, limit: number): Promise<OutboxEntry[]> {
  const range = { low: 'r', high: after('r'), ascending: true, limit, consistent: true };
  const { items } = await table.query({ pk: outboxKey(webhook), ...range });
  return items.map(({ sk }) => ({ webhook, replay: true, ...parseKey(entities.ReplayEntry.sk, text(sk)) }));
}
