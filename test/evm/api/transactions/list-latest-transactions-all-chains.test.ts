import { handler } from '../../../../lambdas/evm/api/transactions/list-latest-transactions-all-chains';
import { listsTransactionsOfAllChains } from '../../../support/endpoints/all-chains';

describe('listLatestTransactionsAllChains', () => listsTransactionsOfAllChains(handler));
