import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { FeedStop } from '../domain/feed-position';
import { RETENTION_SECONDS } from './message-key';

const keyOf = (webhook: string) => ({ pk: key(entities.SentUpTo.pk, { webhook }), sk: entities.SentUpTo.sk });

export const createSentUpTo = (table: Table) => ({
  async of(webhook: string): Promise<FeedStop | undefined> {
    const item = await table.get(keyOf(webhook), true);
    return item && (JSON.parse(text(item.p)) as FeedStop);
  },
  /** `now`: Unix ms. */
  put: (webhook: string, { serial, rank, tx, digest }: FeedStop, now: number): Promise<void> =>
    table.write([
      {
        put: {
          ...keyOf(webhook),
          p: JSON.stringify({ serial, rank, tx, digest }),
          expiresAt: Math.floor(now / 1_000) + RETENTION_SECONDS,
        },
      },
    ]),
});
export type SentUpTo = ReturnType<typeof createSentUpTo>;
