import { ApiError } from '../../../core/contract/errors';
import type { Page } from '../../../core/http/page';
import { listL1Validators } from '../../contract/endpoints/network';
import type { L1Validator } from '../../domain/replay/state';
import { createRunsOutAt, daysBetween, type FeeState } from '../../domain/runway';
import { l1ValidatorView } from '../../views/l1-validator';
import { type Deps, implement } from '../implement';
import { idIn, nodeIdIn } from '../shared/ids';
import { type IndexedNetwork, indexedNetwork } from '../shared/network';
import { sliceForPage, snapshotForPage } from '../shared/validators';

type ListDeps = Deps<{ reads: ['Cursor', 'PBlock', 'PNetwork', 'PL1Validator']; states: ['get'] }>;

interface ListQuery {
  readonly filter: Filter;
  readonly ascending: boolean;
  readonly page: Page;
}

interface Filter {
  /** IDs are 0x and hexadecimal digits. */
  readonly validation: string | undefined;
  readonly subnet: string | undefined;
  readonly node: string | undefined;
  readonly all: boolean;
  readonly maxDaysLeft: number | undefined;
}

export const handler = implement(listL1Validators, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network);
  const { l1ValidationId, subnetId, nodeId, maxDaysLeft, sortBy } = query;
  const filter: Filter = {
    validation: l1ValidationId === undefined ? undefined : idIn('l1ValidationId', l1ValidationId),
    subnet: subnetId === undefined ? undefined : idIn('subnetId', subnetId),
    node: nodeId === undefined ? undefined : nodeIdIn('nodeId', nodeId),
    all: query.includeInactiveL1Validators,
    maxDaysLeft,
  };
  if (sortBy === 'daysLeft')
    return pageOfSnapshot(deps, indexed, { filter, ascending: query.sortOrder !== 'desc', page });
  return pageOfTable(deps, indexed, { filter, ascending: query.sortOrder === 'asc', page });
});

async function pageOfTable(
  deps: ListDeps,
  { network, facts, head }: IndexedNetwork,
  { filter, ascending, page }: ListQuery,
) {
  const { PL1Validator } = deps;
  const { validation, subnet, node, all } = filter;
  const block = await deps.PBlock.head(network, head);
  if (!block?.after)
    throw new ApiError(
      503,
      `L1 validator balances of ${network} are unknown at block ${head}: see health-check for the reason`,
    );
  const { keep, view } = createSelection({ time: block.time, ...block.after }, filter, facts);
  const isKept = (one: L1Validator): boolean => one.created.block <= head && keep(one);
  const blockHeight = String(head);
  if (validation) {
    const found = await PL1Validator.byId(network, validation);
    return { validators: found && isKept(found) ? [view(found)] : [], blockHeight };
  }
  const ofNetwork = [
    PL1Validator.inState(network, 'active'),
    ...(all ? [PL1Validator.inState(network, 'inactive')] : []),
  ];
  const ofNode = node ? [PL1Validator.ofNode(network, node)] : ofNetwork;
  const lists = subnet ? [PL1Validator.ofSubnet(network, subnet)] : ofNode;
  const { values, next } = await deps.page(lists, { ...page, ascending, keep: isKept });
  // While the secondary index lags, a validator can be in both lists: re-read its row.
  const once = [...Map.groupBy(values, ({ validationId }) => validationId)].map(([id, [own, ...others]]) =>
    others.length > 0 ? PL1Validator.byId(network, id) : own,
  );
  const validators = (await Promise.all(once)).filter((one) => one !== undefined);
  return { validators: validators.map(view), blockHeight, ...page.token(next, head) };
}

/** All pages come from one snapshot: while validators are topped up, none is skipped or repeated. */
async function pageOfSnapshot(
  deps: ListDeps,
  { network, facts }: IndexedNetwork,
  { filter, ascending, page }: ListQuery,
) {
  const { id, snapshot } = await snapshotForPage(deps, network, page, deps.states.getL1);
  const { keep, view } = createSelection(snapshot, filter, facts);
  const kept = snapshot.validators.filter(keep);
  const { rows, token } = sliceForPage(ascending ? kept : kept.toReversed(), page, id);
  return { validators: rows.map(view), blockHeight: String(snapshot.height), ...token };
}

function createSelection(
  fees: FeeState,
  { validation, subnet, node, all, maxDaysLeft }: Filter,
  facts: IndexedNetwork['facts'],
) {
  const getRunsOutAt = createRunsOutAt(fees, facts.validatorFee);
  const hasAtMost = (one: L1Validator, days: number): boolean => {
    const end = getRunsOutAt(one);
    return end !== undefined && daysBetween(fees.time, end) <= days;
  };
  return {
    keep: (one: L1Validator): boolean =>
      (all || one.endAccruedFees > 0n) &&
      (!validation || one.validationId === validation) &&
      (!subnet || one.subnetId === subnet) &&
      (!node || one.nodeId === node) &&
      (maxDaysLeft === undefined || hasAtMost(one, maxDaysLeft)),
    view: (one: L1Validator) => l1ValidatorView(one, fees, getRunsOutAt, facts),
  };
}
