import type { TxOf } from '../codec/tx';
import type { BlockEffects, EndedStake } from './effects';
import { getReward, primaryRewardConfig, split } from './reward';
import type { NetworkRules } from './rules';
import { type AutoRenewal, type Delegations, type PChainState, PRIMARY_NETWORK, type Staker } from './state';
import type { Step } from './step';

export type StakingTx = TxOf<
  | 'AddValidatorTx'
  | 'AddSubnetValidatorTx'
  | 'AddDelegatorTx'
  | 'AddPermissionlessValidatorTx'
  | 'AddPermissionlessDelegatorTx'
  | 'AddAutoRenewedValidatorTx'
>;

type Staking = Pick<Step, 'state' | 'rules' | 'effects' | 'txId' | 'place'>;

/** Before Durango, a staker is pending until the start time in its transaction. */
export function stake({ state, rules, effects, txId, place }: Staking, tx: StakingTx): void {
  const staker = { ...withShares(state, getStaker(txId, tx, state.time)), created: place };
  effects.stakers.add(txId);
  if (state.time < rules.upgrades.durango) state.pending.set(txId, staker);
  else start({ state, effects, rules }, { ...staker, start: state.time });
}

export function stakeFromGenesis({ state, rules, effects, txId, place }: Staking, tx: StakingTx): void {
  start({ state, effects, rules }, { ...getStaker(txId, tx, state.time), created: place });
}

export type GoingOn = Pick<Staker, 'start' | 'end' | 'weight' | 'potentialReward' | 'delegateeReward'> & {
  readonly renewal?: Pick<AutoRenewal, 'compoundShares' | 'nextPeriod'>;
};

/** A stake older than the seed. Add delegators after their validators. */
export function stakeFromSeed(
  { state, effects, txId, place }: Omit<Staking, 'rules'>,
  tx: StakingTx,
  { renewal, ...reported }: GoingOn,
): void {
  const fromTx = withShares(state, getStaker(txId, tx, reported.start));
  const { cycle: _unknown, ...restaked } = fromTx.renewal ?? {};
  const staker: Staker = {
    ...fromTx,
    ...reported,
    created: place,
    ...(fromTx.kind === 'validator' ? { delegations: { count: 0, weight: 0n, promised: 0n } } : {}),
    // A weight that has grown includes restaked rewards of unknown kind.
    ...(renewal ? { renewal: reported.weight === fromTx.weight ? { ...restaked, ...renewal } : renewal } : {}),
  };
  enter(state, staker);
  count({ state, effects }, staker);
}

/** Ends only permissioned stakers: other stakes end by a reward transaction. */
export function advanceStakers(state: PChainState, effects: BlockEffects, time: number, rules: NetworkRules): void {
  const due = [...state.pending.values()].filter((staker) => staker.start <= time);
  // Counted after all have started: a delegator may precede its validator in this order.
  const started = due.sort(inOrder).map((staker) => {
    state.pending.delete(staker.txId);
    effects.stakers.add(staker.txId);
    return promise({ state, rules }, staker);
  });
  for (const staker of started) count({ state, effects }, staker);
  for (const txId of state.permissioned) {
    const staker = state.stakers.get(txId);
    if (staker && staker.end <= time) removeStaker(state, effects, { staker, by: undefined, ending: 'expired' });
  }
}

export function removeValidator(
  { state, effects, txId: by }: Pick<Step, 'state' | 'effects' | 'txId'>,
  { nodeId, subnetId }: Pick<Staker, 'nodeId' | 'subnetId'>,
): void {
  for (const stakers of [state.stakers, state.pending])
    for (const staker of stakers.values())
      if (staker.kind === 'permissioned' && staker.nodeId === nodeId && staker.subnetId === subnetId)
        removeStaker(state, effects, { staker, by, ending: 'removed' });
}

export function removeStaker(state: PChainState, effects: BlockEffects, ended: EndedStake): void {
  const { staker } = ended;
  const { txId } = staker;
  if (staker.kind === 'delegator' && state.stakers.has(txId)) delegate({ state, effects }, staker, -1);
  if (state.validators.get(validatorKey(staker)) === txId) state.validators.delete(validatorKey(staker));
  state.stakers.delete(txId);
  state.pending.delete(txId);
  state.permissioned.delete(txId);
  effects.stakers.delete(txId);
  effects.ended.push(ended);
}

export function validatorFor(
  { stakers, validators }: PChainState,
  delegator: Pick<Staker, 'nodeId' | 'subnetId'>,
): Staker | undefined {
  const txId = validators.get(validatorKey(delegator));
  return txId === undefined ? undefined : stakers.get(txId);
}

const validatorKey = ({ nodeId, subnetId }: Pick<Staker, 'nodeId' | 'subnetId'>): string => `${subnetId} ${nodeId}`;

function withShares<T extends Omit<Staker, 'created'>>(state: PChainState, staker: T): T {
  if (staker.kind !== 'delegator') return staker;
  const isFor = (one: Staker) => one.kind === 'validator' && validatorKey(one) === validatorKey(staker);
  const { shares = 0 } = validatorFor(state, staker) ?? [...state.pending.values()].find(isFor) ?? {};
  return { ...staker, shares };
}

function delegate({ state, effects }: Pick<Step, 'state' | 'effects'>, delegator: Staker, sign: 1 | -1): void {
  const validator = validatorFor(state, delegator);
  if (!validator) return;
  const { count, weight, promised, ever } = validator.delegations ?? NO_DELEGATIONS;
  const { share } = split(delegator.potentialReward, validator.shares ?? 0);
  const more = sign === 1 ? delegator.weight : 0n;
  const delegations = {
    count: count + sign,
    weight: weight + BigInt(sign) * delegator.weight,
    promised: promised + BigInt(sign) * share,
    ...(ever ? { ever: { count: ever.count + Math.max(0, sign), weight: ever.weight + more } } : {}),
  };
  state.stakers.set(validator.txId, { ...validator, delegations });
  effects.stakers.add(validator.txId);
}

const NO_DELEGATIONS: Delegations = { count: 0, weight: 0n, promised: 0n, ever: { count: 0, weight: 0n } };

const getSupply = (state: PChainState, subnetId: string): bigint =>
  subnetId === PRIMARY_NETWORK ? state.supply : (state.elastic.get(subnetId)?.supply ?? 0n);

/** `amount` may be negative: the potential reward of an aborted stake is burned. */
export function addSupply(state: PChainState, subnetId: string, amount: bigint): void {
  const subnet = state.elastic.get(subnetId);
  if (subnet) state.elastic.set(subnetId, { ...subnet, supply: subnet.supply + amount });
  else state.supply += amount;
}

export function getPotentialReward(
  state: PChainState,
  { subnetId, start: from, end, weight }: Pick<Staker, 'subnetId' | 'start' | 'end' | 'weight'>,
  { reward, upgrades }: NetworkRules,
): bigint {
  const own = state.elastic.get(subnetId)?.reward;
  const config = own ?? primaryRewardConfig(reward, from, upgrades.helicon);
  return getReward(config, BigInt(end - from), weight, getSupply(state, subnetId));
}

function start({ state, effects, rules }: Pick<Step, 'state' | 'effects' | 'rules'>, staker: Staker): void {
  count({ state, effects }, promise({ state, rules }, staker));
}

/** Mints the potential reward, which depends on the rewards minted before: order matters. */
function promise({ state, rules }: Pick<Step, 'state' | 'rules'>, staker: Staker): Staker {
  const potentialReward = staker.kind === 'permissioned' ? 0n : getPotentialReward(state, staker, rules);
  addSupply(state, staker.subnetId, potentialReward);
  const started = { ...staker, potentialReward };
  enter(state, started);
  return started;
}

function enter(state: PChainState, staker: Staker): void {
  state.stakers.set(staker.txId, staker);
  if (staker.kind === 'permissioned') state.permissioned.add(staker.txId);
  if (staker.kind !== 'delegator') state.validators.set(validatorKey(staker), staker.txId);
}

function count(changing: Pick<Step, 'state' | 'effects'>, staker: Staker): void {
  if (staker.kind === 'delegator') delegate(changing, staker, 1);
}

const inOrder = (a: Staker, b: Staker): number =>
  a.start - b.start || a.startPriority - b.startPriority || (a.txId < b.txId ? -1 : 1);

const getEnd = (tx: StakingTx, time: number): number =>
  tx.type === 'AddAutoRenewedValidatorTx' ? time + Number(tx.period) : Number(tx.validator.end);

function getStaker(txId: string, tx: StakingTx, time: number): Omit<Staker, 'created'> {
  const subnetId = 'subnetId' in tx ? tx.subnetId : PRIMARY_NETWORK;
  const stakeOutputs = 'stake' in tx ? tx.stake : [];
  const common = {
    txId,
    subnetId,
    potentialReward: 0n,
    delegateeReward: 0n,
    startPriority: getPriority(tx, subnetId),
    stake: stakeOutputs,
    outputs: tx.outputs.length,
    ...getOwners(tx),
    ...getBlsKey(tx),
  };
  if (tx.type === 'AddAutoRenewedValidatorTx') {
    const weight = stakeOutputs.reduce((sum, { output }) => sum + amountIn(output), 0n);
    const renewal = { compoundShares: tx.autoCompoundRewardShares, nextPeriod: tx.period };
    const cycle = { index: 1, earlier: { count: 0, weight: 0n } };
    return {
      ...common,
      kind: 'validator',
      nodeId: tx.nodeId,
      start: time,
      end: getEnd(tx, time),
      weight,
      renewal: { ...renewal, accruedValidationReward: 0n, accruedDelegateeReward: 0n, cycle },
    };
  }
  const { nodeId, start: from, weight } = tx.validator;
  return { ...common, kind: getKind(tx), nodeId, start: Number(from), end: getEnd(tx, time), weight };
}

const amountIn = (output: Staker['stake'][number]['output']): bigint =>
  output.type === 'StakeableLockOut' ? output.output.amount : output.amount;

function getKind({ type }: StakingTx): Staker['kind'] {
  if (type === 'AddSubnetValidatorTx') return 'permissioned';
  return type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx' ? 'delegator' : 'validator';
}

/** Among stakers with the same start: each potential reward depends on the supply before it. */
function getPriority({ type }: StakingTx, subnetId: string): number {
  const isPrimary = subnetId === PRIMARY_NETWORK;
  if (type === 'AddDelegatorTx') return 1;
  if (type === 'AddSubnetValidatorTx') return 6;
  if (type === 'AddPermissionlessDelegatorTx') return isPrimary ? 3 : 5;
  return isPrimary ? 2 : 4;
}

function getOwners(tx: StakingTx): Pick<Staker, 'rewardsOwner' | 'delegationRewardsOwner' | 'shares'> {
  if ('validationRewardsOwner' in tx) {
    const { validationRewardsOwner, delegationRewardsOwner, shares } = tx;
    return { rewardsOwner: validationRewardsOwner, delegationRewardsOwner, shares };
  }
  if (tx.type === 'AddSubnetValidatorTx') return {};
  const { rewardsOwner } = tx;
  return tx.type === 'AddValidatorTx'
    ? { rewardsOwner, delegationRewardsOwner: rewardsOwner, shares: tx.shares }
    : { rewardsOwner };
}

function getBlsKey(tx: StakingTx): Pick<Staker, 'blsKey'> {
  if (!('signer' in tx) || tx.signer.type !== 'ProofOfPossession') return {};
  const { publicKey, proofOfPossession } = tx.signer;
  return { blsKey: { publicKey, proofOfPossession } };
}
