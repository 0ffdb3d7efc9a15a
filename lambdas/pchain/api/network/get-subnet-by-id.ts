import { notFound } from '../../../core/contract/errors';
import { getSubnetById } from '../../contract/endpoints/network';
import { subnetView } from '../../views/subnet';
import { implement } from '../implement';
import { idIn } from '../shared/ids';
import { indexedNetwork } from '../shared/network';

export const handler = implement(getSubnetById, async ({ params, deps }) => {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  const found = await deps.PSubnet.byId(network, idIn('subnetId', params.subnetId), head);
  if (!found) throw notFound(`subnet ${params.subnetId} of ${network} (${range})`);
  return subnetView(found.subnet, found.blockchains, facts);
});
