import { listLatestBlocksAllChains } from '../../contract/endpoints/blocks';
import { implement } from '../implement';
import { blocksOfAllChains } from '../shared/all-chains';

export const handler = implement(listLatestBlocksAllChains, blocksOfAllChains);
