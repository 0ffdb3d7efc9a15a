import { getSubnetById } from '../../contract/endpoints/primary-network';
import { notFound } from '../../contract/errors';
import { implement } from '../implement/pchain';
import { idIn } from '../shared/primary-network/ids';
import { indexedNetwork } from '../shared/primary-network/network';
import { subnetView } from '../views/primary-network/subnet';

export const handler = implement(getSubnetById, async ({ params, deps }) => {
  const { network, facts, head, range } = await indexedNetwork(deps, params.network);
  const found = await deps.PSubnet.byId(network, idIn('subnetId', params.subnetId), head);
  if (!found) throw notFound(`subnet ${params.subnetId} of ${network} (${range})`);
  return subnetView(found.subnet, found.blockchains, facts);
});
