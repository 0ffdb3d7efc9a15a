import { listBlockchains } from '../../contract/endpoints/primary-network';
import { implement } from '../implement/pchain';
import { indexedNetwork } from '../shared/primary-network/network';
import { blockchainView } from '../views/primary-network/subnet';

export const handler = implement(listBlockchains, async ({ params, query, page, deps }) => {
  const { network, cut } = await indexedNetwork(deps, params.network, page);
  const list = deps.PBlockchain.ofNetwork(network, { from: 0, to: cut });
  const { values, next } = await deps.page([list], { ...page, ascending: query.sortOrder === 'asc' });
  return { blockchains: values.map((one) => blockchainView(one)), ...page.token(next, cut) };
});
