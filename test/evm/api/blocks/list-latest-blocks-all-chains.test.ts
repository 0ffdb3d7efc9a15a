import { handler } from '../../../../lambdas/evm/api/blocks/list-latest-blocks-all-chains';
import { listsBlocksOfAllChains } from '../../../support/endpoints/all-chains';

describe('listLatestBlocksAllChains', () => listsBlocksOfAllChains(handler));
