import { getLastActivityTimestampByAddresses } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { getLastActivity } from '../shared/last-activity';

export const handler = implement(getLastActivityTimestampByAddresses, async ({ params, query, deps }) =>
  getLastActivity(deps, params, query.addresses),
);
