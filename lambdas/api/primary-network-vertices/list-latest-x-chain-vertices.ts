import { listLatestXChainVertices } from '../../contract/endpoints/primary-network-vertices';
import { implement } from '../implement/pchain';
import { notIndexed } from '../shared/primary-network/not-indexed';

export const handler = implement(listLatestXChainVertices, async ({ params, deps }) =>
  notIndexed(deps.pChains, params, 'the list of vertices'),
);
