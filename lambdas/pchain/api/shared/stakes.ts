import { badRequest } from '../../../core/contract/errors';
import type { ConcernedStake } from '../../domain/stakes';
import type { Deps } from '../implement';
import { addressesIn, nodeIdIn } from './ids';

/** Characters of a key in a list of stakes: where it was made, and which of its rewards it is. */
export const STAKE_KEY_LENGTH = '0000000000#00000#0'.length;
/** Characters of the same for all rewards of a stake. */
export const STAKE_PLACE_LENGTH = '0000000000#00000'.length;

/** Whose rewards are asked for: the lists that have them, and the nodes that they must be of besides. */
interface Whose {
  readonly of: readonly ConcernedStake['of'][];
  /** 20 bytes each; undefined: of any. */
  readonly nodes: ReadonlySet<string> | undefined;
}

/** Whose rewards a request asks for: of addresses, at some nodes alone if any are given; or of nodes. 400 without both. */
export function whoseRewards(
  query: { readonly addresses?: readonly string[] | undefined; readonly nodeIds?: readonly string[] | undefined },
  hrp: string,
): Whose {
  const addresses = query.addresses && addressesIn('addresses', query.addresses, hrp);
  const nodes = query.nodeIds && [...new Set(query.nodeIds.map((text) => nodeIdIn('nodeIds', text)))];
  if (addresses) return { of: addresses.map((address) => ({ address })), nodes: nodes && new Set(nodes) };
  if (nodes) return { of: nodes.map((node) => ({ node })), nodes: undefined };
  throw badRequest('addresses', 'is required where nodeIds is not given');
}

/** Stakes of both kinds by their transactions, as they are now. */
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
