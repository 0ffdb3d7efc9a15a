import { listAllLatestTransactions } from '../../contract/endpoints/transactions';
import { implement } from '../../http/implement';
import { transactionsOfAllChains } from '../shared/all-chains';

export const handler = implement(listAllLatestTransactions, transactionsOfAllChains);
