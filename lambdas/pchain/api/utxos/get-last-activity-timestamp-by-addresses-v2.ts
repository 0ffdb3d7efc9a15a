import { getLastActivityTimestampByAddressesV2 } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { lastActivityOf } from '../shared/last-activity';

export const handler = implement(getLastActivityTimestampByAddressesV2, async ({ params, body, deps }) =>
  lastActivityOf(deps, params, body.addresses),
);
