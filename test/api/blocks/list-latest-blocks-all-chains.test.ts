import { handler } from '../../../lambdas/api/blocks/list-latest-blocks-all-chains';
import { listsBlocksOfAllChains } from '../../support/endpoints/all-chains';

describe('listLatestBlocksAllChains', () => listsBlocksOfAllChains(handler));
