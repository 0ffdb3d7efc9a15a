import { getChainIdsForAddresses } from '../../contract/endpoints/network';
import { addressesView } from '../../views/owners';
import { implement } from '../implement';
import { addressesIn } from '../shared/ids';
import { indexedNetwork, P_CHAIN_ID } from '../shared/network';

export const handler = implement(getChainIdsForAddresses, async ({ params, query, deps }) => {
  const { network, facts, head, start } = await indexedNetwork(deps, params.network);
  const blocks = { from: 0, to: head };
  const addresses = addressesIn('addresses', query.addresses, facts.hrp).map(async (of) => {
    const { values } = await deps.page([deps.PTxOf.of(network, of, blocks)], { ascending: true, size: 1 });
    const [address = ''] = addressesView([of], facts);
    if (values.length > 0) return { address, blockchainIds: [P_CHAIN_ID] };
    // A seeded index cannot tell: there may be transactions older than the index.
    return start > 0 ? { address } : { address, blockchainIds: [] };
  });
  return { addresses: await Promise.all(addresses) };
});
