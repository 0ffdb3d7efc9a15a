import { listTransactions } from '../contract/endpoints/transactions';
import { NO_TRANSFERS } from '../contract/schemas/transactions';
import { implement } from '../http/implement';
import { blocksAsked, indexedChain } from './shared/indexed-chain';
import { transactionView } from './views/transaction';

export const handler = implement(listTransactions, async ({ params, query, page, deps }) => {
  const { chain, cut } = await indexedChain(deps, params.chainId, page);
  const list = deps.AddressTx.ofAddress(chain.chainId, params.address, blocksAsked(query, cut));
  const { values, next } = await deps.page([list], { ...page, ascending: query.sortOrder === 'asc' });
  const transactions = values.map((value) => ({ nativeTransaction: transactionView(value), ...NO_TRANSFERS }));
  return { transactions, ...page.token(next, cut) };
});
