import { badRequest } from '../../core/contract/errors';
import { idIn } from '../../pchain/api/shared/ids';
import type { PValidatorRow } from '../../pchain/domain/validators';
import { addressesView } from '../../pchain/views/owners';
import { getValidatorsByDateRange } from '../contract/endpoints';
import { implement } from './implement';
import { networkOrDefault } from './shared/networks';

export const handler = implement(getValidatorsByDateRange, async ({ params, query, page, deps }) => {
  const subnetId = idIn('subnetId', params.subnetId);
  const { startTimestamp = 0, endTimestamp = Number.POSITIVE_INFINITY } = query;
  if (endTimestamp < startTimestamp)
    throw badRequest('endTimestamp', `must not be below startTimestamp, ${startTimestamp}`);
  const { network, facts, cut } = await networkOrDefault(deps, query.network, page);
  const keep = (row: PValidatorRow): boolean =>
    row.subnetId === subnetId && row.start < endTimestamp && (row.ended?.time ?? row.end) > startTimestamp;
  const list = deps.PValidator.all(network, { from: 0, to: cut });
  const { values, next } = await deps.page([list], { ...page, ascending: false, keep });
  return {
    addresses: values.map((row) => ({
      addresses: [...addressesView(row.rewardAddresses, facts)],
      sortKey: String(row.start),
    })),
    ...page.token(next, cut),
  };
});
