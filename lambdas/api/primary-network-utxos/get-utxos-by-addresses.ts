import { getUtxosByAddresses } from '../../contract/endpoints/primary-network-utxos';
import { implement } from '../implement/pchain';
import { utxosOf } from '../shared/primary-network/utxos';

export const handler = implement(getUtxosByAddresses, async ({ params, query, page, deps }) =>
  utxosOf(deps, { params, filters: query, addresses: query.addresses, page }),
);
