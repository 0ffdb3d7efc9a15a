import type { Page } from '../../../core/http/page';
import { listDelegators } from '../../contract/endpoints/network';
import type { DelegatorStatus, PDelegatorRow } from '../../domain/delegators';
import { nodeIdText } from '../../domain/node-id';
import { delegatorView } from '../../views/delegator';
import type { Deps } from '../implement';
import { implement } from '../implement';
import { addressesIn } from '../shared/ids';
import { mergedPage } from '../shared/merged-page';
import { type IndexedNetwork, indexedNetwork } from '../shared/network';
import { STAKE_KEY_LENGTH, stakeLists } from '../shared/stakes';

interface ListQuery {
  readonly page: Page;
  readonly ascending: boolean;
  readonly nodeIds?: readonly string[] | undefined;
  readonly status?: DelegatorStatus | undefined;
}

export const handler = implement(listDelegators, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  const { rewardAddresses, nodeIds, delegationStatus: status, sortOrder } = query;
  const listQuery = { page, ascending: sortOrder === 'asc', nodeIds, status };
  const { facts, cut } = indexed;
  const { rows, next } = rewardAddresses
    ? await ofAddresses(deps, indexed, addressesIn('rewardAddresses', rewardAddresses, facts.hrp), listQuery)
    : await ofAll(deps, indexed, listQuery);
  return { delegators: rows.map((row) => delegatorView(row, facts)), ...page.token(next, cut) };
});

const isOfNodes = ({ nodeIds }: ListQuery, nodeId: string): boolean => {
  if (!nodeIds) return true;
  const text = nodeIdText(nodeId);
  return nodeIds.some((part) => text.includes(part));
};

async function ofAddresses(
  deps: Deps<{ reads: ['PDelegator', 'PStakeOf'] }>,
  { network, cut }: IndexedNetwork,
  addresses: readonly string[],
  listQuery: ListQuery,
) {
  const { status, page, ascending } = listQuery;
  const lists = addresses.map((address) => deps.PStakeOf.all(network, { address }, { from: 0, to: cut }));
  const { values, next } = await mergedPage(deps.page, lists, {
    page,
    ascending,
    group: STAKE_KEY_LENGTH,
    toId: ({ txId }) => txId,
    keep: ({ reward, nodeId, current }) =>
      reward === 'delegation' &&
      isOfNodes(listQuery, nodeId) &&
      (status === undefined || (status === 'completed') !== current),
  });
  const found = new Map((await deps.PDelegator.byPlaces(network, values)).map((row) => [row.txId, row]));
  const rows = values.flatMap(({ txId }) => found.get(txId) ?? []);
  return { rows: rows.filter((row) => status === undefined || row.status === status), next };
}

async function ofAll(deps: Deps<{ reads: ['PDelegator'] }>, { network, cut }: IndexedNetwork, listQuery: ListQuery) {
  const { status, page, ascending } = listQuery;
  const lists = stakeLists(deps.PDelegator, network, { from: 0, to: cut }, listQuery);
  const keep = (row: PDelegatorRow): boolean =>
    (status === undefined || row.status === status) && isOfNodes(listQuery, row.nodeId);
  const { values, next } = await deps.page(lists, { ...page, ascending, keep });
  return { rows: values, next };
}
