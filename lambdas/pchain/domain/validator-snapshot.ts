import { type PChainState, PRIMARY_NETWORK } from './replay/state';
import { currentValidator, type PValidatorRow } from './validators';

/** How the node of this service sees a validator of the primary network. */
export interface SeenValidator {
  /** Percent, since the node began to watch. */
  readonly uptime: number;
  readonly connected: boolean;
  /** What it runs, while it is connected. */
  readonly version?: string;
  /** The chains of which the node sends it no requests now, as ids in cb58 or names. */
  readonly benched?: readonly string[];
}

/** A validator that has not ended. */
export interface ListedValidator extends PValidatorRow {
  readonly seen?: SeenValidator;
}

/** The validators of all networks at one moment: what sorted lists are pages of. */
export interface ValidatorSnapshot {
  readonly height: number;
  /** The chain's time, Unix seconds. */
  readonly time: number;
  readonly validators: readonly ListedValidator[];
  /** What active delegators of the primary network are promised, nAVAX. Absent in snapshots of earlier versions. */
  readonly delegationRewards?: bigint;
}

/** The validators of a state, with what the node says of each by its id. */
export function getSnapshot(
  { height, time, stakers, pending }: PChainState,
  seen: ReadonlyMap<string, SeenValidator>,
): ValidatorSnapshot {
  const validators = [...stakers.values(), ...pending.values()].flatMap((staker): ListedValidator[] => {
    if (staker.kind === 'delegator') return [];
    const own = staker.subnetId === PRIMARY_NETWORK ? seen.get(staker.nodeId) : undefined;
    return [{ ...currentValidator(staker, time), ...(own ? { seen: own } : {}) }];
  });
  const delegationRewards = [...stakers.values()]
    .filter(({ kind, subnetId }) => kind === 'delegator' && subnetId === PRIMARY_NETWORK)
    .reduce((sum, { potentialReward }) => sum + potentialReward, 0n);
  return { height, time, validators, delegationRewards };
}

/** With its delegations a validator of the primary network holds so many times its own stake at most. */
const MAX_FACTOR = 5n;

/**
 * What can still be delegated to a validator, nAVAX; undefined outside of the primary network, where others decide.
 * `maxStake`: what one may hold at most, whatever its own stake.
 */
export function getCapacity(
  { subnetId, weight, delegations }: Pick<PValidatorRow, 'subnetId' | 'weight' | 'delegations'>,
  maxStake: bigint,
): bigint | undefined {
  if (subnetId !== PRIMARY_NETWORK) return undefined;
  const most = weight * MAX_FACTOR < maxStake ? weight * MAX_FACTOR : maxStake;
  const left = most - weight - (delegations?.weight ?? 0n);
  return left > 0n ? left : 0n;
}

/** The stake of each network, delegations included, by subnet. */
export function totalStakes({ validators }: Pick<ValidatorSnapshot, 'validators'>): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { subnetId, status, weight, delegations } of validators)
    if (status === 'active') totals.set(subnetId, (totals.get(subnetId) ?? 0n) + weight + (delegations?.weight ?? 0n));
  return totals;
}
