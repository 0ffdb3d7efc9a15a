import type { TxOf } from '../codec/tx';
import { primaryRewardConfig, rewardOf } from './reward';
import type { NetworkRules } from './rules';
import { type PChainState, PRIMARY_NETWORK, type Staker } from './state';
import type { Step } from './step';

/** A transaction that stakes. */
export type StakingTx = TxOf<
  | 'AddValidatorTx'
  | 'AddSubnetValidatorTx'
  | 'AddDelegatorTx'
  | 'AddPermissionlessValidatorTx'
  | 'AddPermissionlessDelegatorTx'
  | 'AddAutoRenewedValidatorTx'
>;

type Staking = Pick<Step, 'state' | 'rules' | 'txId'>;

/** Adds a staker: before Durango it waits for the start that its transaction names, since then it starts at once. */
export function stake({ state, rules, txId }: Staking, tx: StakingTx): void {
  const staker = stakerOf(txId, tx, state.time);
  if (state.time < rules.upgrades.durango) state.pending.set(txId, staker);
  else start(state, { ...staker, start: state.time }, rules);
}

/** Adds a validator of the genesis, which has started. */
export function stakeFromGenesis({ state, rules, txId }: Staking, tx: StakingTx): void {
  start(state, stakerOf(txId, tx, state.time), rules);
}

/** Starts what waits for it and ends permissioned stakes, up to a time. Others end by a transaction of their own. */
export function advanceStakers(state: PChainState, time: number, rules: NetworkRules): void {
  const due = [...state.pending.values()].filter((staker) => staker.start <= time);
  for (const staker of due.sort(inOrder)) {
    state.pending.delete(staker.txId);
    start(state, staker, rules);
  }
  for (const { txId, kind, end } of state.stakers.values())
    if (kind === 'permissioned' && end <= time) state.stakers.delete(txId);
}

/** A permissioned validator is removed before its end, whether it has started or not. */
export function removeValidator(state: PChainState, { nodeId, subnetId }: Pick<Staker, 'nodeId' | 'subnetId'>): void {
  for (const stakers of [state.stakers, state.pending])
    for (const staker of stakers.values())
      if (staker.kind === 'permissioned' && staker.nodeId === nodeId && staker.subnetId === subnetId)
        stakers.delete(staker.txId);
}

/** The validator that a delegator has its stake with. */
export function validatorFor({ stakers }: PChainState, { nodeId, subnetId }: Staker): Staker | undefined {
  for (const staker of stakers.values())
    if (staker.kind === 'validator' && staker.nodeId === nodeId && staker.subnetId === subnetId) return staker;
  return undefined;
}

/** With the rewards that are promised. */
const supplyOf = (state: PChainState, subnetId: string): bigint =>
  subnetId === PRIMARY_NETWORK ? state.supply : (state.elastic.get(subnetId)?.supply ?? 0n);

/** Changes the supply of a network. */
export function addSupply(state: PChainState, subnetId: string, amount: bigint): void {
  const subnet = state.elastic.get(subnetId);
  if (subnet) state.elastic.set(subnetId, { ...subnet, supply: subnet.supply + amount });
  else state.supply += amount;
}

/** What a stake earns if its node stays online; a renewed one starts anew. */
export function potentialRewardOf(
  state: PChainState,
  { subnetId, start: from, end, weight }: Pick<Staker, 'subnetId' | 'start' | 'end' | 'weight'>,
  { reward, upgrades }: NetworkRules,
): bigint {
  const own = state.elastic.get(subnetId)?.reward;
  const config = own ?? primaryRewardConfig(reward, from, upgrades.helicon);
  return rewardOf(config, BigInt(end - from), weight, supplyOf(state, subnetId));
}

function start(state: PChainState, staker: Staker, rules: NetworkRules): void {
  const potentialReward = staker.kind === 'permissioned' ? 0n : potentialRewardOf(state, staker, rules);
  addSupply(state, staker.subnetId, potentialReward);
  state.stakers.set(staker.txId, { ...staker, potentialReward });
}

const inOrder = (a: Staker, b: Staker): number =>
  a.start - b.start || a.startPriority - b.startPriority || (a.txId < b.txId ? -1 : 1);

const endOf = (tx: StakingTx, time: number): number =>
  tx.type === 'AddAutoRenewedValidatorTx' ? time + Number(tx.period) : Number(tx.validator.end);

function stakerOf(txId: string, tx: StakingTx, time: number): Staker {
  const subnetId = 'subnetId' in tx ? tx.subnetId : PRIMARY_NETWORK;
  const stakeOutputs = 'stake' in tx ? tx.stake : [];
  const common = {
    ...{ txId, subnetId, potentialReward: 0n, delegateeReward: 0n, startPriority: priorityOf(tx, subnetId) },
    ...{ stake: stakeOutputs, outputs: tx.outputs.length, ...ownersOf(tx) },
  };
  if (tx.type === 'AddAutoRenewedValidatorTx') {
    const weight = stakeOutputs.reduce((sum, { output }) => sum + amountIn(output), 0n);
    const renewal = { compoundShares: tx.autoCompoundRewardShares, nextPeriod: tx.period };
    return {
      ...{ ...common, kind: 'validator', nodeId: tx.nodeId, start: time, end: endOf(tx, time), weight },
      renewal: { ...renewal, accruedValidationReward: 0n, accruedDelegateeReward: 0n },
    };
  }
  const { nodeId, start: from, weight } = tx.validator;
  return { ...common, kind: kindOf(tx), nodeId, start: Number(from), end: endOf(tx, time), weight };
}

const amountIn = (output: Staker['stake'][number]['output']): bigint =>
  output.type === 'StakeableLockOut' ? output.output.amount : output.amount;

function kindOf({ type }: StakingTx): Staker['kind'] {
  if (type === 'AddSubnetValidatorTx') return 'permissioned';
  return type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx' ? 'delegator' : 'validator';
}

/** In this order stakers start that start at the same moment: it decides what supply each finds. */
function priorityOf({ type }: StakingTx, subnetId: string): number {
  const isPrimary = subnetId === PRIMARY_NETWORK;
  if (type === 'AddDelegatorTx') return 1;
  if (type === 'AddSubnetValidatorTx') return 6;
  if (type === 'AddPermissionlessDelegatorTx') return isPrimary ? 3 : 5;
  return isPrimary ? 2 : 4;
}

function ownersOf(tx: StakingTx): Pick<Staker, 'rewardsOwner' | 'delegationRewardsOwner' | 'shares'> {
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
