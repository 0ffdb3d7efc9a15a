import { getUtxosByAddressesV2 } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { getUtxos } from '../shared/utxos';

export const handler = implement(getUtxosByAddressesV2, async ({ params, query, body, page, deps }) =>
  getUtxos(deps, { params, filters: query, addresses: body.addresses, page }),
);
