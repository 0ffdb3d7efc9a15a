import { handler } from '../../../lambdas/api/blocks/list-all-latest-blocks';
import { listsBlocksOfAllChains } from '../../support/endpoints/all-chains';

describe('listAllLatestBlocks', () => listsBlocksOfAllChains(handler));
