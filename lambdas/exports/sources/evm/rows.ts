import { chunk } from '../../../core/contract/chunk';
import type { List } from '../../../core/table/list';
import { readPages } from '../../../core/table/pages';
import type { Table } from '../../../core/table/table';
import type { ActivityKind, ListedInternal, ListedTransfer } from '../../../evm/rows/address-readers';
import type { InBlock } from '../../../evm/rows/in-block';
import type { evmReaders } from '../../../evm/rows/readers';
import type { ListedTransaction } from '../../../evm/rows/transaction-readers';
import { dayOfTime, startOfDay } from '../../domain/dates';
import type { EvmExport, PinnedChain, Progress } from '../../domain/operation';
import type { SourceRow } from '../row-source';
import { mergeSorted } from '../sorted-streams';

export type EvmRow = SourceRow & { readonly address: string } & (
    | { readonly kind: 'native'; readonly of: ListedTransaction }
    | { readonly kind: 'transfer'; readonly of: ListedTransfer }
    | { readonly kind: 'internal'; readonly of: ListedInternal }
  );
type Listed = ListedTransaction | ListedTransfer | ListedInternal;

export type ListReaders = {
  readonly [E in
    | 'AddressChain'
    | 'AddressTx'
    | 'AddressErc20'
    | 'AddressErc721'
    | 'AddressErc1155'
    | 'AddressInternal']: ReturnType<(typeof evmReaders)[E]>;
};

/** Items in memory over all lists, unless there are more lists. An item is at most 1 kB. */
const MAX_ITEMS = 4_000;
const MAX_PAGE = 200;
const MAX_PARALLEL = 16;

export async function* evmRows(
  table: Pick<Table, 'query'>,
  readers: ListReaders,
  request: EvmExport,
  progress: Progress,
): AsyncGenerator<EvmRow> {
  const end = startOfDay(request.lastDay + 1);
  const lists: AddressList[] = [];
  const places = request.chains.flatMap((chain, c) =>
    request.addresses.map((address, a) => ({ chain, c, address, a })),
  );
  for (const some of chunk(places, MAX_PARALLEL)) {
    const found = await Promise.all(some.map((place) => getLists(readers, place, progress)));
    lists.push(...found.flat());
  }
  // Halved, as the next page of each list is read ahead.
  const limit = Math.max(1, Math.min(MAX_PAGE, Math.floor(MAX_ITEMS / 2 / Math.max(1, lists.length))));
  yield* mergeSorted(lists.map((list) => toRows(table, list, { limit, end, after: progress.after })));
}

interface AddressList {
  readonly chainId: string;
  readonly address: string;
  readonly chainAt: number;
  readonly addressAt: number;
  readonly rank: number;
  readonly kind: EvmRow['kind'];
  readonly list: List<Listed>;
}

/** Only lists in which the address appears; the others would cost a Query each. */
async function getLists(
  readers: ListReaders,
  { chain, c, address, a }: { chain: PinnedChain; c: number; address: string; a: number },
  progress: Progress,
): Promise<AddressList[]> {
  const { chainId, to, tracedTo, hidden } = chain;
  const from = progress.from[chainId] ?? 0;
  if (from > to) return [];
  const kinds = await readers.AddressChain.getKinds(chainId, address, true);
  const blocks = (last: number) => ({ from, to: last, except: hidden });
  const { AddressTx, AddressErc20, AddressErc721, AddressErc1155, AddressInternal } = readers;
  const all: [ActivityKind, EvmRow['kind'], List<Listed>][] = [
    ['n', 'native', AddressTx.ofAddress(chainId, address, blocks(to))],
    ['2', 'transfer', AddressErc20.ofAddress(chainId, address, blocks(to))],
    ['7', 'transfer', AddressErc721.ofAddress(chainId, address, blocks(to))],
    ['8', 'transfer', AddressErc1155.ofAddress(chainId, address, blocks(to))],
    ['i', 'internal', AddressInternal.ofAddress(chainId, address, blocks(tracedTo))],
  ];
  return all.flatMap(([letter, kind, list], rank) =>
    kinds.has(letter) ? [{ chainId, address, chainAt: c, addressAt: a, rank, kind, list }] : [],
  );
}

/** Rows after `after` (exclusive) and before `end` (Unix seconds). */
async function* toRows(
  table: Pick<Table, 'query'>,
  { list, ...of }: AddressList,
  { limit, end, after }: { limit: number; end: number; after: string | undefined },
): AsyncGenerator<readonly EvmRow[]> {
  const { pk, prefix = '', low, high, hidden = [] } = list;
  if (low > high) return;
  // Consistent, as the last blocks of a chain that is catching up were written just now.
  const range = { pk, low: prefix + low, high: prefix + high, limit, consistent: true };
  for await (const items of readPages(table, range)) {
    const rows = items
      .flatMap((item) => list.rows(item))
      .filter(({ key }) => key >= low && key <= high && !hidden.some((one) => key >= one.low && key <= one.high))
      .map(({ key, value }) => toRow(of, key, value));
    const within = rows.filter(({ sort, of: { time } }) => time < end && (after === undefined || sort > after));
    if (within.length > 0) yield within;
    const last = rows.at(-1);
    if (last && last.of.time >= end) return;
  }
}

function toRow(
  { chainId, chainAt, address, addressAt, rank, kind }: Omit<AddressList, 'list'>,
  key: string,
  value: Listed & InBlock,
): EvmRow {
  // `!` sorts before `#`, the separator in keys, so a transaction sorts before its transfers.
  const place = [digits(value.time, 10), digits(chainAt, 3), key, rank, digits(addressAt, 3)];
  const shared = { sort: place.join('!'), day: dayOfTime(value.time), chainId, block: value.number, address };
  return { ...shared, kind, of: value } as EvmRow;
}

const digits = (number: number, width: number): string => String(number).padStart(width, '0');
