import { getUtxosByAddressesV2 } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { utxosOf } from '../shared/utxos';

export const handler = implement(getUtxosByAddressesV2, async ({ params, query, body, page, deps }) =>
  utxosOf(deps, { params, filters: query, addresses: body.addresses, page }),
);
