import { getVertexByHash } from '../../contract/endpoints/vertices';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { notIndexed } from '../shared/not-indexed';

export const handler = implement(getVertexByHash, async ({ params, deps }) => {
  idIn('vertexHash', params.vertexHash);
  return notIndexed(deps.pChains, params, `vertex ${params.vertexHash}`);
});
