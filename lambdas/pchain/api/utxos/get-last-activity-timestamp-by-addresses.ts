import { getLastActivityTimestampByAddresses } from '../../contract/endpoints/utxos';
import { implement } from '../implement';
import { lastActivityOf } from '../shared/last-activity';

export const handler = implement(getLastActivityTimestampByAddresses, async ({ params, query, deps }) =>
  lastActivityOf(deps, params, query.addresses),
);
