import { getLastActivityTimestampByAddressesV2 } from '../../contract/endpoints/primary-network-utxos';
import { implement } from '../implement/pchain';
import { lastActivityOf } from '../shared/primary-network/last-activity';

export const handler = implement(getLastActivityTimestampByAddressesV2, async ({ params, body, deps }) =>
  lastActivityOf(deps, params, body.addresses),
);
