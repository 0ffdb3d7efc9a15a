import { getVertexByHeight } from '../../contract/endpoints/primary-network-vertices';
import { implement } from '../implement/pchain';
import { notIndexed } from '../shared/primary-network/not-indexed';

export const handler = implement(getVertexByHeight, async ({ params, deps }) =>
  notIndexed(deps.pChains, params, 'the list of vertices'),
);
