import { listLatestTransactions } from '../../contract/endpoints/transactions';
import { transactionView } from '../../views/transaction';
import { implement } from '../implement';
import { byStatus } from '../shared/by-status';
import { indexedChain, requestedBlocks } from '../shared/indexed-chain';
import { calledBy, readNames } from '../shared/names';

export const handler = implement(listLatestTransactions, async ({ params, query, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId, page);
  const { chain, cut } = indexed;
  const { entity, keep } = byStatus(query.status);
  const list = deps[entity].ofChain(chain.chainId, requestedBlocks({}, indexed));
  const { values, next } = await deps.page([list], { ...page, keep, ascending: false });
  const called = values.flatMap(({ transaction }) => calledBy(transaction));
  const names = await readNames(deps, chain.chainId, called);
  return { transactions: values.map((row) => transactionView(row, names)), ...page.token(next, cut) };
});
