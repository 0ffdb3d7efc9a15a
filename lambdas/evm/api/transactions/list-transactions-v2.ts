import { listTransactionsV2 } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { addressTransactions, detailsView } from '../shared/address-transactions';

export const handler = implement(listTransactionsV2, async (request) => {
  const { transactions, records, ...more } = await addressTransactions(request);
  const isSpam = (token: string) =>
    request.query.filterSpamTokens && records.tokens.get(token)?.reputation === 'Malicious';
  const shown = transactions.flatMap((rows) => {
    const kept = rows.filter((row) => !('transfer' in row && isSpam(row.transfer.token)));
    return kept.length > 0 ? [detailsView(kept, records)] : [];
  });
  return { transactions: shown, ...more };
});
