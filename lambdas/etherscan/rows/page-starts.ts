import * as z from 'zod';
import { isAhead } from '../../core/domain/stored-time';
import type { Clock } from '../../core/runtime/clock';
import { key } from '../../core/table/key';
import type { Position } from '../../core/table/list';
import { entities } from '../../core/table/schema';
import { text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import { PAGE_START_MINUTES } from '../contract/window';

/** Where a page of a numbered list starts. */
export interface PageStart {
  /** The list's last block at its first page. */
  readonly cut: number;
  /** Absent: at the list's start. */
  readonly from?: Position | undefined;
  /** Rows after `from` that belong to earlier pages. */
  readonly skip: number;
}

const Stored = z.object({
  cut: z.int(),
  from: z.object({ after: z.string(), items: z.array(z.string().nullable()), density: z.number() }).optional(),
  skip: z.int(),
});

const keyOf = (query: string, page: number) => ({
  pk: key(entities.PageStart.pk, { query }),
  sk: key(entities.PageStart.sk, { page }),
});

export const pageStartReader = (table: Table, now: Clock) => ({
  /** DynamoDB deletes expired items late. */
  async find(query: string, page: number): Promise<PageStart | undefined> {
    const item = await table.get(keyOf(query, page), true);
    if (!item || !isAhead(Number(item.expiresAt) * 1_000, now())) return undefined;
    return Stored.parse(JSON.parse(text(item.p)));
  },
});

export const pageStartWriter = (table: Table, now: Clock) => ({
  put: (query: string, page: number, start: PageStart): Promise<void> =>
    table.write([
      {
        put: {
          ...keyOf(query, page),
          p: JSON.stringify(start),
          expiresAt: Math.floor(now() / 1_000) + PAGE_START_MINUTES * 60,
        },
      },
    ]),
});
