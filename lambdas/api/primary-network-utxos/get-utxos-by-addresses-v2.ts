import { getUtxosByAddressesV2 } from '../../contract/endpoints/primary-network-utxos';
import { implement } from '../implement/pchain';
import { utxosOf } from '../shared/primary-network/utxos';

export const handler = implement(getUtxosByAddressesV2, async ({ params, query, body, page, deps }) =>
  utxosOf(deps, { params, filters: query, addresses: body.addresses, page }),
);
