import { after, key, parseKey } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { CountedWindow } from '../domain/message-counts';
import type { WebhookRecord } from '../domain/webhook';
import { RETENTION_SECONDS } from './message-key';

type Ref = Pick<WebhookRecord, 'owner' | 'id'>;

const WINDOWS_PER_PAGE = 500;

const partition = ({ owner, id }: Ref): string => key(entities.CountedWindow.pk, { owner, webhook: id });

function readWindow(item: Stored): CountedWindow {
  const [to, days] = [JSON.parse(text(item.e)) as [number, number], JSON.parse(text(item.c)) as CountedWindow['days']];
  return {
    from: parseKey(entities.CountedWindow.sk, item.sk),
    to: { serial: to[0], rank: to[1] },
    days,
    countedAt: Number(item.t),
    newestAt: Number(item.n),
  };
}

export const countedWindowReader = (table: Table) => ({
  /** Ascending, without gaps. */
  async of(webhook: Ref): Promise<CountedWindow[]> {
    const found: CountedWindow[] = [];
    const range = { low: '0', high: after('9'), limit: WINDOWS_PER_PAGE };
    for await (const items of readPages(table, { pk: partition(webhook), ...range }))
      found.push(...items.map(readWindow));
    return found;
  },
});

export const countedWindowWriter = (table: Table) => ({
  /** Replaces a window with the same beginning. */
  put: (webhook: Ref, windows: readonly CountedWindow[]): Promise<void> =>
    table.write(
      windows.map(({ from, to, days, countedAt, newestAt }) => ({
        put: {
          pk: partition(webhook),
          sk: key(entities.CountedWindow.sk, from),
          e: JSON.stringify([to.serial, to.rank]),
          c: JSON.stringify(days),
          t: countedAt,
          n: newestAt,
          expiresAt: Math.floor(newestAt / 1_000) + RETENTION_SECONDS,
        },
      })),
    ),
});
