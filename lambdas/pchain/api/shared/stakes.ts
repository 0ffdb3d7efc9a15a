import { badRequest } from '../../../core/contract/errors';
import { toNodeId } from '../../domain/node-id';
import type { ConcernedStake } from '../../domain/stakes';
import type { Deps } from '../implement';
import { addressesIn, nodeIdIn } from './ids';

export const STAKE_KEY_LENGTH = '0000000000#00000#0'.length;
/** The prefix that all rewards of a stake share. */
export const STAKE_PLACE_LENGTH = '0000000000#00000'.length;

/** One Query each. */
const MAX_NODE_LISTS = 4;

interface Blocks {
  readonly from: number;
  readonly to: number;
}
interface StakeLists<Status, List> {
  ofNode(network: string, nodeId: string, blocks: Blocks): List;
  ofStatus(network: string, status: Status, blocks: Blocks): List;
  all(network: string, blocks: Blocks): List;
}

/** The shortest lists with all matching stakes: complete node IDs have their own, substrings filter the list of all. */
export function stakeLists<Status, List>(
  stakes: StakeLists<Status, List>,
  network: string,
  blocks: Blocks,
  { nodeIds = [], status }: { readonly nodeIds?: readonly string[] | undefined; readonly status?: Status | undefined },
): List[] {
  const nodes = nodeIds.map(toNodeId).filter((id) => id !== undefined);
  if (nodes.length > 0 && nodes.length <= MAX_NODE_LISTS && nodes.length === nodeIds.length)
    return nodes.map((id) => stakes.ofNode(network, id, blocks));
  return [status === undefined ? stakes.all(network, blocks) : stakes.ofStatus(network, status, blocks)];
}

interface RewardOwners {
  readonly of: readonly ConcernedStake['of'][];
  /** 20 bytes each; undefined matches any node. */
  readonly nodes: ReadonlySet<string> | undefined;
}

/** By address, optionally filtered by node, or by node. Throws 400 if both are missing. */
export function rewardOwners(
  query: { readonly addresses?: readonly string[] | undefined; readonly nodeIds?: readonly string[] | undefined },
  hrp: string,
): RewardOwners {
  const addresses = query.addresses && addressesIn('addresses', query.addresses, hrp);
  const nodes = query.nodeIds && [...new Set(query.nodeIds.map((text) => nodeIdIn('nodeIds', text)))];
  if (addresses) return { of: addresses.map((address) => ({ address })), nodes: nodes && new Set(nodes) };
  if (nodes) return { of: nodes.map((node) => ({ node })), nodes: undefined };
  throw badRequest('addresses', 'is required if nodeIds is missing');
}

export async function stakesByPlaces(
  { PValidator, PDelegator }: Deps<{ reads: ['PValidator', 'PDelegator'] }>,
  network: string,
  stakes: readonly Pick<ConcernedStake, 'kind' | 'nodeId' | 'created'>[],
) {
  const ofKind = (wanted: ConcernedStake['kind']) => [
    ...new Map(
      stakes.filter(({ kind }) => kind === wanted).map((one) => [`${one.created.block} ${one.created.tx}`, one]),
    ).values(),
  ];
  const [validators, delegators] = await Promise.all([
    PValidator.byPlaces(network, ofKind('validator')),
    PDelegator.byPlaces(network, ofKind('delegator')),
  ]);
  return {
    validators: new Map(validators.map((row) => [row.txId, row])),
    delegators: new Map(delegators.map((row) => [row.txId, row])),
  };
}
