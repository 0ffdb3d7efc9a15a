import { badRequest } from '../../../core/contract/errors';
import type { ConcernedStake } from '../../domain/stakes';
import type { Deps } from '../implement';
import { addressesIn, nodeIdIn } from './ids';

export const STAKE_KEY_LENGTH = '0000000000#00000#0'.length;
/** The prefix that all rewards of a stake share. */
export const STAKE_PLACE_LENGTH = '0000000000#00000'.length;

interface RewardOwners {
  readonly of: readonly ConcernedStake['of'][];
  /** 20 bytes each; undefined matches any node. */
  readonly nodes: ReadonlySet<string> | undefined;
}

/** By address, optionally filtered by node, or by node. Throws 400 if both are missing. */
export function whoseRewards(
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
