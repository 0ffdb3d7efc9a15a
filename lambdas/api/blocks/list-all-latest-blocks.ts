import { listAllLatestBlocks } from '../../contract/endpoints/blocks';
import { implement } from '../../http/implement';
import { blocksOfAllChains } from '../shared/all-chains';

export const handler = implement(listAllLatestBlocks, blocksOfAllChains);
