import { getUtxosByAddresses } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { utxosOf } from '../shared/utxos';

export const handler = implement(getUtxosByAddresses, async ({ params, query, page, deps }) =>
  utxosOf(deps, { params, filters: query, addresses: query.addresses, page }),
);
