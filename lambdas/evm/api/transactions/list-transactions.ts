import { listTransactions } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { addressTransactions, detailsView } from '../shared/address-transactions';

export const handler = implement(listTransactions, async (request) => {
  const { transactions, records, ...more } = await addressTransactions(request);
  return { transactions: transactions.map((rows) => detailsView(rows, records)), ...more };
});
