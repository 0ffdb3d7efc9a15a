import { isAhead } from '../../core/domain/stored-time';
import type { Item } from '../../core/table/item';
import { after, key, parseKey } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { type MessagePosition, RETENTION_SECONDS } from './message-key';

const DISCARDED_PER_STEP = 1_000;

export interface OutboxEntry extends MessagePosition {
  /** Requested by a caller: a single attempt, regardless of the message's status. */
  readonly replay: boolean;
  /** Unix ms. For a replay, which is always due, the message's creation: sorts an original before its removal. */
  readonly due: number;
}

export type Replayed = MessagePosition & { readonly createdAt: number };

export interface DueEntries {
  readonly due: readonly OutboxEntry[];
  /** Unix ms; absent without a further entry, or if more entries are due than were read. */
  readonly nextDue?: number;
  readonly isMore?: boolean;
}

const outboxKey = (webhook: string) => key(entities.OutboxEntry.pk, { webhook });
const entryKey = (entry: OutboxEntry) => ({
  pk: outboxKey(entry.webhook),
  sk: entry.replay ? key(entities.ReplayEntry.sk, entry) : key(entities.OutboxEntry.sk, entry),
});

export const getReplay = ({ createdAt, ...position }: Replayed): OutboxEntry => ({
  ...position,
  replay: true,
  due: createdAt,
});

export const entryItem = (entry: OutboxEntry, now: number): Item => ({
  ...entryKey(entry),
  expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS,
});

/** Only the lease holder removes entries, except for discarded replays. */
export const createOutbox = (table: Table) => ({
  /** Due entries in order, then replays in chain order, so that replays do not delay new messages. */
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

  add: (entries: readonly OutboxEntry[], now: number): Promise<void> =>
    table.write(entries.map((entry) => ({ put: entryItem(entry, now) }))),

  /** A running sender may still send the replays that it has read. */
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
