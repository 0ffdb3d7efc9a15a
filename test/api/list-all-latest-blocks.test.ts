import { handler } from '../../lambdas/api/list-all-latest-blocks';
import { listsBlocksOfAllChains } from '../support/all-chains';

describe('listAllLatestBlocks', () => listsBlocksOfAllChains(handler));
