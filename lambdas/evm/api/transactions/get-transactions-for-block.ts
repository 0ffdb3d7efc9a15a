import { badRequest } from '../../../core/contract/errors';
import { getTransactionsForBlock } from '../../contract/endpoints/transactions';
import { transactionView } from '../../views/transaction';
import { implement } from '../implement';
import { findBlock } from '../shared/find-block';
import { indexedChain } from '../shared/indexed-chain';
import { calledBy, readNames } from '../shared/names';

/** A Lambda response is limited to 6 MB, and a row takes about 700 bytes. */
const MAX_TRANSACTIONS = 5_000;

export const handler = implement(getTransactionsForBlock, async ({ params, page, deps }) => {
  const indexed = await indexedChain(deps, params.chainId);
  const { number, hash, txCount } = await findBlock(deps, indexed, params.blockId);
  if (page.cut !== undefined && page.cut !== hash)
    throw badRequest('pageToken', 'belongs to a block that was removed by a reorg; omit it to start again');
  const list = deps.ChainTx.ofChain(indexed.chain.chainId, { from: number, to: number });
  const size = page.size === 0 ? Math.min(Math.max(txCount, 1), MAX_TRANSACTIONS) : page.size;
  const { values, next } = await deps.page([list], { ...page, size, ascending: true });
  const called = values.flatMap(({ transaction }) => calledBy(transaction));
  const names = await readNames(deps, indexed.chain.chainId, called);
  return { transactions: values.map((row) => transactionView(row, names)), ...page.token(next, hash) };
});
