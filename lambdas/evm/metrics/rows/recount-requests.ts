import type { BlockRange } from '../../../chain/domain/block-range';
import { after, key } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Table } from '../../../core/table/table';

const { pk, sk } = entities.Cursor;
const PREFIX = 'recount-';
const TIMES = 'n';

/** `times`: how often the range was requested. */
interface RecountRequest extends BlockRange {
  readonly times: number;
}

const digits = (block: number): string => String(block).padStart(10, '0');
const toKey = (chain: string, { from, to }: BlockRange) => ({
  pk: key(pk, { chain }),
  sk: key(sk, { cursor: `${PREFIX}${digits(from)}-${digits(to)}` }),
});

/** Blocks got more contents, or traces, after they may have been counted. */
export async function requestRecount(
  table: Pick<Table, 'update'>,
  chain: string,
  range: BlockRange,
  signal?: () => AbortSignal,
): Promise<void> {
  await table.update(toKey(chain, range), { add: { [TIMES]: 1 } }, signal?.());
}

/** The one with the lowest first block. */
export async function nextRecount(table: Pick<Table, 'query'>, chain: string): Promise<RecountRequest | undefined> {
  const range = { low: PREFIX, high: after(PREFIX), limit: 1, ascending: true, consistent: true };
  const { items } = await table.query({ pk: key(pk, { chain }), ...range });
  const [item] = items;
  if (!item) return undefined;
  const [from, to] = String(item.sk).slice(PREFIX.length).split('-').map(Number);
  return { from: Number(from), to: Number(to), times: Number(item[TIMES]) };
}

/** `next`: the first block that is left; above `to` if none is. Keeps a request that was repeated meanwhile. */
export async function advanceRecount(
  table: Pick<Table, 'update' | 'deleteIf'>,
  chain: string,
  { from, to, times }: RecountRequest,
  next: number,
  signal: () => AbortSignal,
): Promise<void> {
  if (next <= to) await requestRecount(table, chain, { from: next, to }, signal);
  await table.deleteIf(toKey(chain, { from, to }), { [TIMES]: times }, signal());
}
