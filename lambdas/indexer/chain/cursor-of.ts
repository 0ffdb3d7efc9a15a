import { cursorKey, readCursor } from '../../adapters/dynamo/chain/cursor-item';
import type { Table } from '../../adapters/dynamo/table';
import type { Cursor } from '../../domain/chain/cursor';

/** The chain's current cursor; undefined if the chain was never indexed. */
export async function cursorOf(table: Pick<Table, 'get'>, chain: string): Promise<Cursor | undefined> {
  const item = await table.get(cursorKey(chain), true);
  return item && readCursor(item);
}
