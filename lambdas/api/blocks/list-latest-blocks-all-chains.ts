import { listLatestBlocksAllChains } from '../../contract/endpoints/blocks';
import { implement } from '../implement/evm';
import { blocksOfAllChains } from '../shared/all-chains';

export const handler = implement(listLatestBlocksAllChains, blocksOfAllChains);
