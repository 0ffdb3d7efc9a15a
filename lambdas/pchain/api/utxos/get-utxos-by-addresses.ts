import { getUtxosByAddresses } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { getUtxos } from '../shared/utxos';

export const handler = implement(getUtxosByAddresses, async ({ params, query, page, deps }) =>
  getUtxos(deps, { params, filters: query, addresses: query.addresses, page }),
);
