import { getVertexByHash } from '../../contract/endpoints/primary-network-vertices';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { notIndexed } from '../shared/primary-network/not-indexed';

export const handler = implement(getVertexByHash, async ({ params, deps }) => {
  idIn('vertexHash', params.vertexHash);
  return notIndexed(deps.pChains, params, `vertex ${params.vertexHash}`);
});
