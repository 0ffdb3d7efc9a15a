import type { BlockRange } from '../../../chain/domain/block-range';
import { after, key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table } from '../../../core/table/table';

const { pk, sk } = entities.Cursor;
const PREFIX = 'recount-';
const TO = 't';

const toKey = (chain: string, from: number) => ({
  pk: key(pk, { chain }),
  sk: key(sk, { cursor: `${PREFIX}${String(from).padStart(10, '0')}` }),
});

/** Blocks got more contents, or traces, after they may have been counted. */
export const requestRecount = (
  table: Pick<Table, 'write'>,
  chain: string,
  { from, to }: BlockRange,
  signal?: () => AbortSignal,
): Promise<void> => table.write([{ put: { ...toKey(chain, from), [TO]: to } }], signal);

/** The lowest one. */
export async function nextRecount(table: Pick<Table, 'query'>, chain: string): Promise<BlockRange | undefined> {
  const range = { low: PREFIX, high: after(PREFIX), limit: 1, ascending: true, consistent: true };
  const { items } = await table.query({ pk: key(pk, { chain }), ...range });
  const [item] = items;
  return item && { from: Number(String(item.sk).slice(PREFIX.length)), to: Number(item[TO]) };
}

/** `next`: the first block that is left; above `to` if none is. */
export async function advanceRecount(
  table: Pick<Table, 'write'>,
  chain: string,
  { from, to }: BlockRange,
  next: number,
  signal: () => AbortSignal,
): Promise<void> {
  if (next <= to) await requestRecount(table, chain, { from: next, to }, signal);
  await table.write([{ delete: toKey(chain, from) }], signal);
}
