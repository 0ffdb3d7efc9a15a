import { getLastActivityTimestampByAddresses } from '../../contract/endpoints/primary-network-utxos';
import { implement } from '../implement/pchain';
import { lastActivityOf } from '../shared/primary-network/last-activity';

export const handler = implement(getLastActivityTimestampByAddresses, async ({ params, query, deps }) =>
  lastActivityOf(deps, params, query.addresses),
);
