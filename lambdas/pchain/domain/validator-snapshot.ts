import { type PChainState, PRIMARY_NETWORK } from './replay/state';
import { currentValidator, type PValidatorRow } from './validators';

export interface SeenValidator {
  /** Percent, since the node started observing. */
  readonly uptime: number;
  readonly connected: boolean;
  readonly version?: string;
  /** Chains on which the node currently benches it, as CB58 IDs or names. */
  readonly benched?: readonly string[];
}

export interface ListedValidator extends PValidatorRow {
  readonly seen?: SeenValidator;
}

/** All networks at one height. Sorted lists page through it. */
export interface ValidatorSnapshot {
  readonly height: number;
  readonly time: number;
  readonly validators: readonly ListedValidator[];
  /** Of active primary network delegators. Absent in snapshots of earlier releases. */
  readonly delegationRewards?: bigint;
}

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

/** Maximum weight including delegations, as a multiple of the validator's own stake. */
const MAX_FACTOR = 5n;

/** undefined outside the primary network, where each subnet sets its own limits. */
export function getCapacity(
  { subnetId, weight, delegations }: Pick<PValidatorRow, 'subnetId' | 'weight' | 'delegations'>,
  maxStake: bigint,
): bigint | undefined {
  if (subnetId !== PRIMARY_NETWORK) return undefined;
  const most = weight * MAX_FACTOR < maxStake ? weight * MAX_FACTOR : maxStake;
  const left = most - weight - (delegations?.weight ?? 0n);
  return left > 0n ? left : 0n;
}

export function totalStakes({ validators }: Pick<ValidatorSnapshot, 'validators'>): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { subnetId, status, weight, delegations } of validators)
    if (status === 'active') totals.set(subnetId, (totals.get(subnetId) ?? 0n) + weight + (delegations?.weight ?? 0n));
  return totals;
}
