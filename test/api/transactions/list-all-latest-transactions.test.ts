import { handler } from '../../../lambdas/api/transactions/list-all-latest-transactions';
import { listsTransactionsOfAllChains } from '../../support/endpoints/all-chains';

describe('listAllLatestTransactions', () => listsTransactionsOfAllChains(handler));
