import type { Blocks } from '../../../chain/rows/block-lists';
import type { Page } from '../../../core/http/page';
import type { List } from '../../../core/table/list';
import type { TransactionDetailsV2 } from '../../contract/schemas/transactions';
import type { ActivityKind, ListedInternal, ListedTransfer } from '../../rows/address-readers';
import type { ListedTransaction } from '../../rows/transaction-readers';
import { internalView } from '../../views/internal';
import type { Records } from '../../views/token';
import { transactionView } from '../../views/transaction';
import { transfersView } from '../../views/transfer';
import type { Deps } from '../implement';
import { indexedChain, requestedBlocks } from './indexed-chain';
import { calledBy, getParties } from './names';
import { readPricedRecords } from './token-records';
import { tracedCut } from './traced';

type Activity = ListedTransaction | ListedTransfer | ListedInternal;
interface Uses {
  readonly reads: [
    ...['Cursor', 'AddressChain', 'AddressTx', 'AddressErc20', 'AddressErc721', 'AddressErc1155', 'AddressInternal'],
    ...['Token', 'Nft'],
  ];
  readonly prices: true;
}

const TRANSACTION_KEY_CHARACTERS = 16; // `{block:10}#{tx:5}`, shared by a transaction's rows

export async function addressTransactions({
  params,
  query,
  page,
  deps,
}: {
  readonly params: { readonly chainId: string; readonly address: string };
  readonly query: {
    readonly startBlock?: number | undefined;
    readonly endBlock?: number | undefined;
    readonly sortOrder: 'asc' | 'desc';
  };
  readonly page: Page;
  readonly deps: Deps<Uses>;
}) {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cursor, cut } = indexed;
  const kinds = await deps.AddressChain.getKinds(chain.chainId, params.address);
  const blocks = requestedBlocks(query, indexed);
  const to = kinds.has('i') ? await tracedCut(deps, chain.chainId, cursor, blocks.to) : blocks.to;
  const lists = getLists(deps, chain.chainId, params.address, { ...blocks, traced: to }, kinds);
  const ascending = query.sortOrder === 'asc';
  const { values, next } = await deps.page(lists, { ...page, ascending, group: TRANSACTION_KEY_CHARACTERS });
  const records = await readPricedRecords(
    deps,
    chain.chainId,
    values.flatMap((row) => ('transfer' in row ? [row.transfer] : [])),
    { contracts: values.flatMap(getContracts) },
  );
  const groups = Map.groupBy(values, (row) => `${row.number}#${getPlace(row)}`);
  return { transactions: [...groups.values()], records, ...page.token(next, cut) };
}

/** One list per kind, even if empty: page tokens hold positions by list, and kinds may change. */
function getLists(
  deps: Deps<Uses>,
  chain: string,
  address: string,
  { traced, ...blocks }: Blocks & { readonly traced: number },
  kinds: ReadonlySet<ActivityKind>,
): List<Activity>[] {
  const lists: Record<ActivityKind, List<Activity>> = {
    n: deps.AddressTx.ofAddress(chain, address, blocks),
    '2': deps.AddressErc20.ofAddress(chain, address, blocks),
    '7': deps.AddressErc721.ofAddress(chain, address, blocks),
    '8': deps.AddressErc1155.ofAddress(chain, address, blocks),
    i: deps.AddressInternal.ofAddress(chain, address, { ...blocks, to: traced }),
  };
  return (['n', '2', '7', '8', 'i'] as const).map((kind) =>
    kinds.has(kind) ? lists[kind] : { ...lists[kind], high: '' },
  );
}

const getPlace = (row: Activity): number =>
  'transfer' in row ? row.transfer.tx : 'internalTx' in row ? row.internalTx.tx : row.transaction.index;

function getContracts(row: Activity): string[] {
  const transaction = 'transaction' in row ? row.transaction : row.body;
  return [...(transaction ? calledBy(transaction) : []), ...('internalTx' in row ? getParties(row.internalTx) : [])];
}

export function detailsView(rows: readonly Activity[], records: Records): TransactionDetailsV2 {
  const transfers = rows.flatMap((row) => ('transfer' in row ? [row.transfer] : [])).toSorted((a, b) => a.row - b.row);
  const internals = rows
    .flatMap((row) => ('internalTx' in row ? [row.internalTx] : []))
    .toSorted((a, b) => a.row - b.row);
  return {
    nativeTransaction: transactionView(transactionIn(rows), records.names),
    ...transfersView(transfers, records),
    internalTransactions: internals.map((one) => internalView(one, records.names)),
  };
}

/** From another list if the address is not a party to the transaction itself. */
function transactionIn(rows: readonly Activity[]): ListedTransaction {
  for (const row of rows) {
    if ('transaction' in row) return row;
    if (row.body) return { ...row, transaction: row.body };
  }
  throw new Error('an address list has a row without its transaction');
}
