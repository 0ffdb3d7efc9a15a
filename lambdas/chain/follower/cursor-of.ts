import type { Table } from '../../core/table/table';
import type { Cursor } from '../domain/cursor';
import { cursorKey, readCursor } from '../rows/cursor-item';

export async function getCursor(table: Pick<Table, 'get'>, chain: string): Promise<Cursor | undefined> {
  const item = await table.get(cursorKey(chain), true);
  return item && readCursor(item);
}
