import type { Page } from '../../../core/http/page';
import { listDelegators } from '../../contract/endpoints/network';
import type { DelegatorStatus, PDelegatorRow } from '../../domain/delegators';
import { nodeIdText, toNodeId } from '../../domain/node-id';
import { delegatorView } from '../../views/delegator';
import type { Deps } from '../implement';
import { implement } from '../implement';
import { addressesIn } from '../shared/ids';
import { mergedPage } from '../shared/merged-page';
import { type IndexedNetwork, indexedNetwork } from '../shared/network';
import { STAKE_KEY_LENGTH } from '../shared/stakes';

interface Asked {
  readonly page: Page;
  readonly ascending: boolean;
  /** Parts of node ids, any of them. */
  readonly nodeIds?: readonly string[] | undefined;
  readonly status?: DelegatorStatus | undefined;
}

/** A page reads so many lists at most, with one Query each. */
const MAX_NODE_LISTS = 4;

export const handler = implement(listDelegators, async ({ params, query, page, deps }) => {
  const indexed = await indexedNetwork(deps, params.network, page);
  const { rewardAddresses, nodeIds, delegationStatus: status, sortOrder } = query;
  const asked = { page, ascending: sortOrder === 'asc', nodeIds, status };
  const { facts, cut } = indexed;
  const { rows, next } = rewardAddresses
    ? await ofAddresses(deps, indexed, addressesIn('rewardAddresses', rewardAddresses, facts.hrp), asked)
    : await ofAll(deps, indexed, asked);
  return { delegators: rows.map((row) => delegatorView(row, facts)), ...page.token(next, cut) };
});

const isOfNodes = ({ nodeIds }: Asked, nodeId: string): boolean => {
  if (!nodeIds) return true;
  const text = nodeIdText(nodeId);
  return nodeIds.some((part) => text.includes(part));
};

/** Those whose reward goes to one of the addresses. */
async function ofAddresses(
  deps: Deps<{ reads: ['PDelegator', 'PStakeOf'] }>,
  { network, cut }: IndexedNetwork,
  addresses: readonly string[],
  asked: Asked,
) {
  const { status, page, ascending } = asked;
  const lists = addresses.map((address) => deps.PStakeOf.all(network, { address }, { from: 0, to: cut }));
  const { values, next } = await mergedPage(deps.page, lists, {
    page,
    ascending,
    group: STAKE_KEY_LENGTH,
    toId: ({ txId }) => txId,
    keep: ({ reward, nodeId, current }) =>
      reward === 'delegation' &&
      isOfNodes(asked, nodeId) &&
      (status === undefined || (status === 'completed') !== current),
  });
  const found = new Map((await deps.PDelegator.byPlaces(network, values)).map((row) => [row.txId, row]));
  const rows = values.flatMap(({ txId }) => found.get(txId) ?? []);
  return { rows: rows.filter((row) => status === undefined || row.status === status), next };
}

async function ofAll(deps: Deps<{ reads: ['PDelegator'] }>, { network, cut }: IndexedNetwork, asked: Asked) {
  const { status, nodeIds, page, ascending } = asked;
  const blocks = { from: 0, to: cut };
  const nodes = nodeIds?.map(toNodeId).filter((id) => id !== undefined) ?? [];
  // Whole node ids have lists of their own; parts of some are looked for in the lists of all.
  const hasLists = nodes.length > 0 && nodes.length <= MAX_NODE_LISTS && nodes.length === nodeIds?.length;
  const lists = hasLists
    ? nodes.map((id) => deps.PDelegator.ofNode(network, id, blocks))
    : [status === undefined ? deps.PDelegator.all(network, blocks) : deps.PDelegator.ofStatus(network, status, blocks)];
  const keep = (row: PDelegatorRow): boolean =>
    (status === undefined || row.status === status) && isOfNodes(asked, row.nodeId);
  const { values, next } = await deps.page(lists, { ...page, ascending, keep });
  return { rows: values, next };
}
