import { listTransactions } from '../../contract/endpoints/transactions';
import { implement } from '../../http/implement';
import { addressTransactions, detailsView } from '../shared/address-transactions';

export const handler = implement(listTransactions, async (asked) => {
  const { transactions, tokens, nfts, ...more } = await addressTransactions(asked);
  return { transactions: transactions.map((rows) => detailsView(rows, tokens, nfts)), ...more };
});
