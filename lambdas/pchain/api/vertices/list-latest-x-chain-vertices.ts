import { listLatestXChainVertices } from '../../contract/endpoints/vertices';
import { implement } from '../implement';
import { notIndexed } from '../shared/not-indexed';

export const handler = implement(listLatestXChainVertices, async ({ params, deps }) =>
  notIndexed(deps.pChains, params, 'the vertex list'),
);
