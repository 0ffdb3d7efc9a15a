import { handler } from '../../../lambdas/api/blocks/list-all-latest-blocks';
import { listsBlocksOfAllChains } from '../../support/all-chains';

describe('listAllLatestBlocks', () => listsBlocksOfAllChains(handler));
