import { getLastActivityTimestampByAddressesV2 } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { getLastActivity } from '../shared/last-activity';

export const handler = implement(getLastActivityTimestampByAddressesV2, async ({ params, body, deps }) =>
  getLastActivity(deps, params, body.addresses),
);
