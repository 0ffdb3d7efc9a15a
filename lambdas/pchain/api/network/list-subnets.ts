import { listSubnets } from '../../contract/endpoints/network';
import { SUBNET_KEY_LENGTH, type SubnetOrBlockchain } from '../../rows/subnet-readers';
import { subnetView } from '../../views/subnet';
import { implement } from '../implement';
import { indexedNetwork } from '../shared/network';

/** From this many rows on, a page may omit some, so the subnet is read separately. */
const MANY_ROWS = 100;

const getSubnetId = (one: SubnetOrBlockchain): string => ('subnet' in one ? one.subnet : one.blockchain).subnetId;

export const handler = implement(listSubnets, async ({ params, query, page, deps }) => {
  const { network, facts, cut } = await indexedNetwork(deps, params.network, page);
  const list = deps.PSubnet.ofNetwork(network, { from: 0, to: cut });
  const ascending = query.sortOrder === 'asc';
  const { values, next } = await deps.page([list], { ...page, ascending, group: SUBNET_KEY_LENGTH });
  const found = [...Map.groupBy(values, getSubnetId)].map(async ([subnetId, rows]) => {
    const subnet = rows.flatMap((one) => ('subnet' in one ? one.subnet : []))[0];
    if (!subnet || rows.length >= MANY_ROWS) return deps.PSubnet.byId(network, subnetId, cut);
    const own = rows.flatMap((one) =>
      'blockchain' in one && one.blockchain.created.block <= cut ? one.blockchain : [],
    );
    return { subnet, blockchains: ascending ? own : own.toReversed() };
  });
  const subnets = (await Promise.all(found)).flatMap((one) =>
    one ? subnetView(one.subnet, one.blockchains, facts) : [],
  );
  return { subnets, ...page.token(next, cut) };
});
