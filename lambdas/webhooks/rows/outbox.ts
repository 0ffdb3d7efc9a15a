import { isAhead } from '../../core/domain/stored-time';
import type { Item } from '../../core/table/item';
import { after, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { type MessagePosition, RETENTION_SECONDS } from './message-key';

/** Replays that are read at once in order to be discarded. */
const DISCARDED_PER_STEP = 1_000;

/** An entry of a webhook's outbox: a message that is to be sent. */
export interface OutboxEntry extends MessagePosition {
  /** Sent again because a caller asked for it, whatever its status: one attempt. */
  readonly replay: boolean;
  /**
   * Unix ms. A replay is always due: for it this is when the message was created, which orders the messages of one
   * transaction, an original before its removal.
   */
  readonly due: number;
}

/** A message that is to be sent again. */
export type Replayed = MessagePosition & { readonly createdAt: number };

/** The entries that are due, and when the first of the others is. */
export interface DueEntries {
  readonly due: readonly OutboxEntry[];
  /** Unix ms; absent where there is no further entry, or more are due than were read. */
  readonly nextDue?: number;
  /** true: more may be due than were read. */
  readonly isMore?: boolean;
}

const outboxKey = (webhook: string) => key(entities.OutboxEntry.pk, { webhook });
const entryKey = (entry: OutboxEntry) => ({
  pk: outboxKey(entry.webhook),
  sk: entry.replay ? key(entities.ReplayEntry.sk, entry) : key(entities.OutboxEntry.sk, entry),
});

/** The entry that sends a message again: the same however often it is asked for. */
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

/** The outboxes of webhooks. Only who holds a webhook's lease takes entries out, except for replays that are discarded. */
export const createOutbox = (table: Table) => ({
  /**
   * Up to `limit` entries: those that are due first, in their order, then replays in the order of the chain and, within a
   * transaction, of their creation, so that a replay does not delay what is new.
   */
  async next(webhook: string, now: number, limit: number, hasReplays: boolean): Promise<DueEntries> {
    const [pk, range] = [outboxKey(webhook), { ascending: true, consistent: true }];
    const { items } = await table.query({ pk, low: '0', high: after('9'), limit, ...range });
    const entries = items.map(({ sk, expiresAt }) => {
      const entry = { webhook, replay: false, ...parseKey(entities.OutboxEntry.sk, sk) };
      // Its delay is unknown if the clock that wrote it ran ahead.
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

  /** Adds entries. One that is there stays as it is. */
  add: (entries: readonly OutboxEntry[], now: number): Promise<void> =>
    table.write(entries.map((entry) => ({ put: entryItem(entry, now) }))),

  /** Discards all replays of a webhook: how many. A sender that read some of them may still send those. */
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
/** What `createOutbox` gives. */
export type Outbox = ReturnType<typeof createOutbox>;

async function getReplays(table: Table, webhook: string, limit: number): Promise<OutboxEntry[]> {
  const range = { low: 'r', high: after('r'), ascending: true, limit, consistent: true };
  const { items } = await table.query({ pk: outboxKey(webhook), ...range });
  return items.map(({ sk }) => ({ webhook, replay: true, ...parseKey(entities.ReplayEntry.sk, text(sk)) }));
}
