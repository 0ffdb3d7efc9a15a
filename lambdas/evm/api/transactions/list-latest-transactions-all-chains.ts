import { listLatestTransactionsAllChains } from '../../contract/endpoints/transactions';
import { implement } from '../implement';
import { transactionsOfAllChains } from '../shared/all-chains';

export const handler = implement(listLatestTransactionsAllChains, transactionsOfAllChains);
