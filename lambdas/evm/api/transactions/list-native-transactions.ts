import { listNativeTransactions } from '../../contract/endpoints/transactions';
import { transactionView } from '../../views/transaction';
import { implement } from '../implement';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';
import { calledBy, readNames } from '../shared/names';

export const handler = implement(listNativeTransactions, async ({ params, query, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cut } = indexed;
  const list = deps.AddressTx.ofAddress(chain.chainId, params.address, requestedBlocks(query, indexed));
  const { values, next } = await deps.page([list], { ...page, ascending: false });
  const called = values.flatMap(({ transaction }) => calledBy(transaction));
  const names = await readNames(deps, chain.chainId, called);
  return { transactions: values.map((row) => transactionView(row, names)), ...page.token(next, cut) };
});
