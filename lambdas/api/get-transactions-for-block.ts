import { getTransactionsForBlock } from '../contract/endpoints/transactions';
import { implement } from '../http/implement';
import { findBlock } from './shared/find-block';
import { indexedChain } from './shared/indexed-chain';
import { transactionView } from './views/transaction';

export const handler = implement(getTransactionsForBlock, async ({ params, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId);
  const { number, txCount } = await findBlock(deps, indexed, params.blockId);
  const list = deps.ChainTx.ofChain(indexed.chain.chainId, { from: number, to: number });
  const size = page.size === 0 ? Math.max(txCount, 1) : page.size;
  const { values, next } = await deps.page([list], { ...page, size, ascending: true });
  return { transactions: values.map(transactionView), ...page.token(next, number) };
});
