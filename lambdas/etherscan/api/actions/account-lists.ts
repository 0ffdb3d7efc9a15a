import type { List } from '../../../core/table/list';
import type { TransferKind } from '../../../evm/domain/transfers';
import type { ListedInternal, ListedTransfer } from '../../../evm/rows/address-readers';
import type { ListedTransaction } from '../../../evm/rows/transaction-readers';
import type { ACTIONS, ParametersOf } from '../../contract/actions';
import { internalView } from '../../views/internal';
import { transactionView } from '../../views/transaction';
import { transferView } from '../../views/transfer';
import { listed, refusal } from '../shared/answers';
import type { Context } from '../shared/context';
import { numberedPage, parsePaging, slicePage, windowTooLarge } from '../shared/numbered-page';
import { readTransactions } from '../shared/transactions';
import { type Source, type WholeRange, wholeRange } from '../shared/whole-range';

type Account = (typeof ACTIONS)['account'];
type ListParameters = Omit<ParametersOf<Account['txlist']>, 'address'>;

interface Request<T, R> {
  readonly parameters: ListParameters;
  readonly source: Source;
  /** The action and its parameters. */
  readonly query: readonly unknown[];
  toList(range: WholeRange): List<T>;
  readonly keep?: (value: T) => boolean;
  readonly expand?: (values: readonly T[]) => Promise<readonly R[]>;
  view(rows: readonly R[], range: WholeRange): Promise<readonly unknown[]>;
}

async function list<T, R = T>(context: Context, request: Request<T, R>) {
  const { parameters, query, toList, source, keep, expand, view } = request;
  const paging = parsePaging(parameters);
  if (!paging) return windowTooLarge();
  const range = await wholeRange(context, parameters, source);
  const rows = await numberedPage<T, R>(
    context,
    {
      query: [...query, parameters.startblock, parameters.endblock],
      ascending: parameters.sort !== 'desc',
      to: range.to,
      toLists: (to) => [toList({ ...range, to })],
      ...(keep ? { keep } : {}),
      ...(expand ? { expand } : {}),
    },
    paging,
  );
  return listed(await view(rows, range));
}

export const txlist = (parameters: ParametersOf<Account['txlist']>, context: Context) => {
  const { address } = parameters;
  const { deps, chain } = context;
  return list<ListedTransaction>(context, {
    parameters,
    source: 'transactions',
    query: ['txlist', address],
    toList: (range) => deps.AddressTx.ofAddress(chain.chainId, address, range),
    view: async (rows, { head }) => {
      const [transactions, created] = await Promise.all([
        readTransactions(
          context,
          rows.map(({ transaction }) => transaction.hash),
        ),
        createdContracts(context, address, rows),
      ]);
      return rows.map((row) => transactionView(row, { head, transactions, created }));
    },
  });
};

/** By transaction. A contract's own list has its creation; its creator's deployments are a second Query, if needed. */
async function createdContracts(
  { deps, chain }: Context,
  address: string,
  rows: readonly ListedTransaction[],
): Promise<ReadonlyMap<string, string>> {
  const creations = rows.filter(({ transaction: { to, status } }) => to === undefined && status === 'success');
  const own = creations.filter(({ transaction }) => transaction.from !== address);
  const created = new Map(own.map(({ transaction }) => [transaction.hash, address]));
  const blocks = creations.filter(({ transaction }) => transaction.from === address).map(({ number }) => number);
  if (blocks.length === 0) return created;
  const deployments = deps.AddressDeployment.ofAddress(chain.chainId, address, {
    from: Math.min(...blocks),
    to: Math.max(...blocks),
  });
  for (let from: Parameters<typeof deps.page>[1]['from']; ; ) {
    const { values, next } = await deps.page([deployments], { ascending: true, size: 1_000, from });
    for (const { txHash, contract, by } of values) if (by === undefined) created.set(txHash, contract);
    if (!next) return created;
    from = next;
  }
}

export const txlistinternal = (parameters: ParametersOf<Account['txlistinternal']>, context: Context) => {
  const { address, txhash } = parameters;
  if (txhash !== undefined) return internalOfTransaction(parameters, txhash, context);
  const { deps, chain } = context;
  const common = { parameters, source: 'traces' as const };
  if (address !== undefined)
    return list<ListedInternal>(context, {
      ...common,
      query: ['txlistinternal', address],
      toList: (range) => deps.AddressInternal.ofAddress(chain.chainId, address, range),
      view: async (rows) => rows.map((row) => internalView(row, row.internalTx, row.txHash)),
    });
  return list<ListedTransaction, ListedInternal>(context, {
    ...common,
    query: ['txlistinternal'],
    toList: (range) => deps.ChainTx.ofChain(chain.chainId, range),
    expand: async (rows) => {
      const internals = await deps.Tx.internalTxs(
        chain.chainId,
        rows.map(({ transaction }) => transaction.hash),
      );
      return rows.flatMap((row) => {
        const own = internals.get(row.transaction.hash);
        // Of another block: a reorg came between the two reads.
        const found = own?.block === row.hash ? own.internalTxs : [];
        const ordered = parameters.sort === 'desc' ? found.toReversed() : found;
        return ordered.map((internalTx) => ({ ...row, internalTx, txHash: row.transaction.hash }));
      });
    },
    view: async (rows) => rows.map((row) => internalView(row, row.internalTx, row.txHash)),
  });
};

async function internalOfTransaction(paging: ListParameters, hash: string, context: Context) {
  const { deps, chain } = context;
  const parsed = parsePaging(paging);
  if (!parsed) return windowTooLarge();
  const found = await deps.Tx.byHash(chain.chainId, hash);
  if (!found) throw refusal(`Error! Transaction ${hash} is not indexed`);
  await wholeRange(context, { startblock: found.number, endblock: found.number }, 'traces');
  const { internalTxs } = (await deps.Tx.byHash(chain.chainId, hash)) ?? found;
  return listed(slicePage(internalTxs, parsed).map((one) => internalView(found, one)));
}

const transfers = (kind: TransferKind) => async (parameters: ParametersOf<Account['tokentx']>, context: Context) => {
  const { address, contractaddress: token } = parameters;
  const { deps, chain } = context;
  if (address === undefined && token === undefined) throw refusal('Error! Missing address or contractaddress');
  const ofAddress = { erc20: deps.AddressErc20, erc721: deps.AddressErc721, erc1155: deps.AddressErc1155 }[kind];
  return list<ListedTransfer>(context, {
    parameters,
    source: 'receipts',
    query: [kind, address, token],
    toList: (range) =>
      address === undefined
        ? deps.TokenTransfer.ofToken(chain.chainId, token ?? '', range)
        : ofAddress.ofAddress(chain.chainId, address, range),
    // A token may have transfers of several kinds.
    keep: ({ transfer }) => transfer.kind === kind && (token === undefined || transfer.token === token),
    view: async (rows, { head }) => {
      const [transactions, tokens] = await Promise.all([
        readTransactions(
          context,
          rows.map(({ txHash }) => txHash),
        ),
        deps.Token.find(chain.chainId, [...new Set(rows.map(({ transfer }) => transfer.token))]),
      ]);
      return rows.map((row) => transferView(row, { head, transactions, tokens }));
    },
  });
};
export const tokentx = transfers('erc20');
export const tokennfttx = transfers('erc721');
export const token1155tx = transfers('erc1155');
