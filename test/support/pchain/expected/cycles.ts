import type { Recording } from '../../../../demo/p-chain/recording';
import { withoutChain } from './bytes';
import { must } from './json';
import { getNetwork, type Network, type PlacedTx } from './network';
import { listedOutputs } from './outputs';
import {
  getEnds,
  getOwners,
  getStatus,
  lastListed,
  listed,
  type PrimaryStake,
  primaryStakes,
  timeAt,
} from './primary-stakes';
import { getRewards } from './rewards';

export type ExpectedCycle = {
  cycleIndex: number;
  rewardTxHash: string;
  stakingTxHash: string;
  startTimestamp: number;
  endTimestamp: number;
  weightAtCycleStart: string;
  grossValidationReward: string;
  withdrawnValidationReward: string;
  compoundedValidationReward: string;
  grossDelegateeReward: string;
  withdrawnDelegateeReward: string;
  compoundedDelegateeReward: string;
  autoCompoundSharePercent: number;
  outcome: 'renewed' | 'exited' | 'aborted';
  delegatorCount: number;
  amountDelegated: string;
};

export type ExpectedCurrentCycle = Pick<
  ExpectedCycle,
  | 'cycleIndex'
  | 'stakingTxHash'
  | 'startTimestamp'
  | 'endTimestamp'
  | 'weightAtCycleStart'
  | 'autoCompoundSharePercent'
  | 'delegatorCount'
  | 'amountDelegated'
> & { projectedValidationReward: string; accruedDelegateeReward: string; state: 'renewing' | 'exiting' };

export type ExpectedAutoRenew = {
  state: 'renewing' | 'exiting' | 'exited' | 'aborted';
  nextPeriodSeconds: number;
  autoCompoundSharePercent: number;
  compoundedWeight: string;
  accruedValidationRewards: string;
  accruedDelegateeRewards: string;
  validationRewardAddresses: string[];
  delegationRewardAddresses: string[];
  exitReason: 'graceful' | 'uptime_not_met' | null;
  endedAtTimestamp: number | null;
};

const renewedStakes = (network: Network, height: number): PrimaryStake[] =>
  primaryStakes(network).filter(
    ({ unsignedTx, tx }) => 'validatorAuthority' in unsignedTx && Number(tx?.block.height) <= height,
  );

export const expectedCycles = (recording: Recording, height: number): (ExpectedCycle & { nodeId: string })[] =>
  renewedStakes(getNetwork(recording), height)
    .flatMap((stake) =>
      getCycles(getNetwork(recording), stake, height).map((cycle) => ({ ...cycle, nodeId: stake.nodeId })),
    )
    .toSorted((a, b) => a.endTimestamp - b.endTimestamp);

/** Compounded rewards are not paid but added to the stake. */
function getCycles(network: Network, stake: PrimaryStake, height: number): ExpectedCycle[] {
  let accrued = { validation: 0n, delegatee: 0n };
  return getEnds(network, stake, height).map((end, i): ExpectedCycle => {
    const before = must(lastListed(network, stake, Number(end.block.height) - 1), `${stake.txId} before ${end.id}`);
    const next = listed(network, stake, decidedAt(network, end));
    const paid = (type: string) =>
      getRewards(network, end)
        .filter(({ rewardType }) => rewardType === type)
        .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const [ofValidation, ofDelegatee] = [paid('VALIDATOR'), paid('VALIDATOR_FEE')];
    const promised = BigInt(before.potentialReward);
    const isRewarded = next !== undefined || ofValidation === accrued.validation + promised;
    const validation = isRewarded ? promised : 0n;
    const restaked = next ? promised - ofValidation : 0n;
    const restakedFee = next ? BigInt(next.weight) - BigInt(before.weight) - restaked : 0n;
    const delegatee = next ? ofDelegatee + restakedFee : ofDelegatee - accrued.delegatee;
    accrued = { validation: accrued.validation + restaked, delegatee: accrued.delegatee + restakedFee };
    return {
      ...{ cycleIndex: i + 1, rewardTxHash: end.id, stakingTxHash: stake.txId },
      ...{ startTimestamp: Number(before.startTime), endTimestamp: Number(before.endTime) },
      weightAtCycleStart: before.weight,
      grossValidationReward: String(validation),
      withdrawnValidationReward: String(validation - restaked),
      compoundedValidationReward: String(restaked),
      grossDelegateeReward: String(delegatee),
      withdrawnDelegateeReward: String(delegatee - restakedFee),
      compoundedDelegateeReward: String(restakedFee),
      autoCompoundSharePercent: getPercent(before),
      outcome: next ? 'renewed' : isRewarded ? 'exited' : 'aborted',
      ...delegationsIn(network, stake, before, height),
    };
  });
}

/** Undefined without a current cycle. */
export function expectedCurrentCycle(
  recording: Recording,
  nodeId: string,
  height: number,
): ExpectedCurrentCycle | undefined {
  const network = getNetwork(recording);
  const stake = renewedStakes(network, height).find((one) => one.nodeId === nodeId && listed(network, one, height));
  if (!stake) return undefined;
  const said = must(listed(network, stake, height), stake.txId);
  return {
    ...{ cycleIndex: getCycles(network, stake, height).length + 1, stakingTxHash: stake.txId },
    ...{ startTimestamp: Number(said.startTime), endTimestamp: Number(said.endTime), weightAtCycleStart: said.weight },
    projectedValidationReward: said.potentialReward,
    accruedDelegateeReward: said.accruedDelegateeReward ?? '0',
    autoCompoundSharePercent: getPercent(said),
    state: said.nextPeriod === '0' ? 'exiting' : 'renewing',
    ...delegationsIn(network, stake, said, height),
  };
}

/** Undefined for stakes without renewal. */
export function expectedAutoRenew(network: Network, txId: string, height: number): ExpectedAutoRenew | undefined {
  const stake = renewedStakes(network, height).find((one) => one.txId === txId);
  if (!stake) return undefined;
  const said = must(lastListed(network, stake, height), `${txId} at ${height}`);
  const cycles = getCycles(network, stake, height);
  const sum = (field: 'compoundedValidationReward' | 'compoundedDelegateeReward') =>
    String(cycles.reduce((total, cycle) => total + BigInt(cycle[field]), 0n));
  const { own, fee } = getOwners(stake);
  const isOver = getStatus(network, stake, height) === 'completed';
  const isAborted = cycles.at(-1)?.outcome === 'aborted';
  const end = getEnds(network, stake, height).at(-1);
  return {
    state: isOver ? (isAborted ? 'aborted' : 'exited') : said.nextPeriod === '0' ? 'exiting' : 'renewing',
    nextPeriodSeconds: Number(said.nextPeriod),
    autoCompoundSharePercent: getPercent(said),
    compoundedWeight: said.weight,
    accruedValidationRewards: sum('compoundedValidationReward'),
    accruedDelegateeRewards: sum('compoundedDelegateeReward'),
    validationRewardAddresses: own.addresses.map(withoutChain),
    delegationRewardAddresses: fee.addresses.map(withoutChain),
    exitReason: isOver ? (isAborted ? 'uptime_not_met' : 'graceful') : null,
    endedAtTimestamp: isOver && end ? timeAt(network, Number(end.block.height) + 1) : null,
  };
}

type Said = NonNullable<ReturnType<typeof listed>>;
const getPercent = ({ autoCompoundRewardShares: shares }: Said): number => Number(must(shares, 'a share')) / 10_000;

/** The first height with a recorded state after a proposal's decision. */
const decidedAt = (network: Network, { block }: PlacedTx): number =>
  Number(
    must(
      network.blocks.find(({ height }) => Number(height) > Number(block.height) && network.hasState(Number(height))),
      `a state after ${block.height}`,
    ).height,
  );

/** A delegation never outlasts the cycle in which it began. */
function delegationsIn(network: Network, { nodeId }: PrimaryStake, { startTime, endTime }: Said, height: number) {
  const those = network.txs.filter(
    ({ unsignedTx: { validator, rewardsOwner, shares }, block, time }) =>
      Number(block.height) <= height &&
      validator?.nodeID === nodeId &&
      rewardsOwner !== undefined &&
      shares === undefined &&
      time >= Number(startTime) &&
      Number(validator.end) <= Number(endTime),
  );
  return {
    delegatorCount: those.length,
    amountDelegated: String(those.reduce((sum, { unsignedTx }) => sum + BigInt(unsignedTx.validator?.weight ?? 0), 0n)),
  };
}

/** Compounded nAVAX of the addresses (`custom1…`): all of a stake that they own, else their future rewards. */
export function expectedRestaked(recording: Recording, addresses: readonly string[], height: number): string {
  const network = getNetwork(recording);
  const isOne = (owner: { addresses: readonly string[] }) => owner.addresses.some((one) => addresses.includes(one));
  const sum = renewedStakes(network, height).reduce((total, stake) => {
    const details = expectedAutoRenew(network, stake.txId, height);
    if (!details || !stake.tx || details.endedAtTimestamp !== null) return total;
    const isOwn = listedOutputs(stake.tx).some((output) => output.kind === 'stake' && isOne(output));
    const isRewarded = isOne({ addresses: details.validationRewardAddresses });
    const isFeeOwner = isOne({ addresses: details.delegationRewardAddresses });
    const validation = isOwn || isRewarded ? BigInt(details.accruedValidationRewards) : 0n;
    return total + validation + (isOwn || isFeeOwner ? BigInt(details.accruedDelegateeRewards) : 0n);
  }, 0n);
  return String(sum);
}
