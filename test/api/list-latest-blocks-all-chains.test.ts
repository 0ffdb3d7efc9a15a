import { handler } from '../../lambdas/api/list-latest-blocks-all-chains';
import { listsBlocksOfAllChains } from '../support/all-chains';

describe('listLatestBlocksAllChains', () => listsBlocksOfAllChains(handler));
