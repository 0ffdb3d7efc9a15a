import { handler } from '../../lambdas/api/list-all-latest-transactions';
import { listsTransactionsOfAllChains } from '../support/all-chains';

describe('listAllLatestTransactions', () => listsTransactionsOfAllChains(handler));
