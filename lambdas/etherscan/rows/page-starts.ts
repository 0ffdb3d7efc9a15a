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
  readonly page: number;
  /** Absent: at the list's start. */
  readonly from?: Position | undefined;
  /** Rows after `from` that belong to earlier pages. */
  readonly skip: number;
}

/** A client's walk through a list: its first page begins a new one. */
export interface Walk {
  /** The list's last block at its first page. */
  readonly cut: number;
  /** Of its last pages, so that one can be asked for again. */
  readonly starts: readonly PageStart[];
}

const Stored = z.object({
  cut: z.int(),
  starts: z.array(
    z.object({
      page: z.int(),
      from: z.object({ after: z.string(), items: z.array(z.string().nullable()), density: z.number() }).optional(),
      skip: z.int(),
    }),
  ),
});

const keyOf = (query: string) => ({ pk: key(entities.PageStart.pk, { query }), sk: entities.PageStart.sk });

export const pageStartReader = (table: Table, now: Clock) => ({
  /** DynamoDB deletes expired items late. */
  async find(query: string): Promise<Walk | undefined> {
    const item = await table.get(keyOf(query), true);
    if (!item || !isAhead(Number(item.expiresAt) * 1_000, now())) return undefined;
    return Stored.parse(JSON.parse(text(item.p)));
  },
});

export const pageStartWriter = (table: Table, now: Clock) => ({
  put: (query: string, walk: Walk): Promise<void> =>
    table.write([
      {
        put: {
          ...keyOf(query),
          p: JSON.stringify(walk),
          expiresAt: Math.floor(now() / 1_000) + PAGE_START_MINUTES * 60,
        },
      },
    ]),
});
