import { listBlockchains } from '../../contract/endpoints/network';
import { blockchainView } from '../../views/subnet';
import { implement } from '../implement';
import { indexedNetwork } from '../shared/network';

export const handler = implement(listBlockchains, async ({ params, query, page, deps }) => {
  const { network, cut } = await indexedNetwork(deps, params.network, page);
  const list = deps.PBlockchain.ofNetwork(network, { from: 0, to: cut });
  const { values, next } = await deps.page([list], { ...page, ascending: query.sortOrder === 'asc' });
  return { blockchains: values.map((one) => blockchainView(one)), ...page.token(next, cut) };
});
