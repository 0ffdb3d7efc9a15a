import { badRequest } from '../../../core/contract/errors';
import type { Page } from '../../../core/http/page';
import { listValidators } from '../../contract/endpoints/network';
import { nodeIdText } from '../../domain/node-id';
import {
  isOfActive,
  matchesActive,
  matchesStake,
  sorted,
  type ValidatorFilter,
  type ValidatorOrder,
} from '../../domain/select-validators';
import { totalStakes } from '../../domain/validator-snapshot';
import { validatorView } from '../../views/validator';
import type { Deps } from '../implement';
import { implement } from '../implement';
import { typed } from '../shared/auto-renewal';
import { idIn } from '../shared/ids';
import { type IndexedNetwork, indexedNetwork } from '../shared/network';
import { stakeLists } from '../shared/stakes';
import { findSnapshot, sliceForPage, snapshotForPage, withSnapshot } from '../shared/validators';

type ListDeps = Deps<{ reads: ['Cursor', 'PNetwork', 'PTx', 'PValidator']; states: ['get'] }>;

interface ListQuery {
  readonly filter: ValidatorFilter;
  readonly by: ValidatorOrder;
  readonly ascending: boolean;
  readonly page: Page;
}

export const handler = implement(listValidators, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  const { sortBy: by, sortOrder } = query;
  const all = getFilter(query);
  const filter = { ...all, status: all.status ?? (isOfActive(all, by) ? 'active' : undefined) };
  const listQuery: ListQuery = { filter, by, ascending: sortOrder === 'asc', page };
  const { status } = filter;
  if (isOfActive(filter, by) && status !== 'active')
    throw badRequest('validationStatus', 'must be active to filter or sort by capacity, time remaining or uptime');
  const isEnded = status === 'completed' || status === 'removed';
  if (isEnded && by !== 'blockIndex') throw badRequest('sortBy', `must be blockIndex for ${status} validators`);
  const isOfTable = isEnded || (status === undefined && by === 'blockIndex');
  return isOfTable ? pageOfTable(deps, indexed, listQuery) : pageOfSnapshot(deps, indexed, listQuery);
});

/** All pages come from one snapshot, so that changes in between do not affect paging. */
async function pageOfSnapshot(deps: ListDeps, indexed: IndexedNetwork, { filter, by, ascending, page }: ListQuery) {
  const { network, facts } = indexed;
  const { id, snapshot } = await snapshotForPage(deps, network, page, deps.states.get);
  const { maxValidatorStake } = facts;
  const predicates = [matchesStake(filter, nodeIdText), matchesActive(filter, snapshot.time, maxValidatorStake)];
  const all = sorted(
    snapshot.validators.filter((row) => predicates.every((matches) => matches(row))),
    by,
    ascending,
    maxValidatorStake,
  );
  const totals = totalStakes(snapshot);
  const { rows, token } = sliceForPage(all, page, id);
  const shown = await typed(deps, indexed, rows);
  return { validators: shown.map((row) => validatorView(row, facts, totals)), ...token };
}

async function pageOfTable(deps: ListDeps, indexed: IndexedNetwork, { filter, ascending, page }: ListQuery) {
  const { network, facts, cut } = indexed;
  const lists = stakeLists(deps.PValidator, network, { from: 0, to: cut }, filter);
  const { values, next } = await deps.page(lists, { ...page, ascending, keep: matchesStake(filter, nodeIdText) });
  const { totals, completed } = withSnapshot(await findSnapshot(deps, network));
  const rows = await typed(deps, indexed, values.map(completed));
  return {
    validators: rows.map((row) => validatorView(row, facts, totals)),
    ...page.token(next, cut),
  };
}

type Query = Parameters<Parameters<typeof implement<typeof listValidators>>[1]>[0]['query'];

function getFilter(query: Query): ValidatorFilter {
  const { subnetId } = query;
  return {
    nodeIds: query.nodeIds,
    status: query.validationStatus,
    subnetId: subnetId === undefined ? undefined : idIn('subnetId', subnetId),
    fee: getRange('FeePercentage', query.minFeePercentage, query.maxFeePercentage),
    capacity: getRange(
      'DelegationCapacity',
      toBigInt(query.minDelegationCapacity),
      toBigInt(query.maxDelegationCapacity),
    ),
    timeLeft: getRange('TimeRemaining', query.minTimeRemaining, query.maxTimeRemaining),
    uptime: getRange('UptimePerformance', query.minUptimePerformance, query.maxUptimePerformance),
  };
}

const toBigInt = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));

function getRange<T extends number | bigint>(name: string, min: T | undefined, max: T | undefined) {
  if (min !== undefined && max !== undefined && min > max)
    throw badRequest(`min${name}`, `must not be above max${name}, ${max}`);
  return { min, max };
}
