import type { Recording } from '../../../../demo/p-chain/recording';
import { assetAmount, type ExpectedAmount } from './amounts';
import { withoutChain } from './bytes';
import { must } from './json';
import { getNetwork, type Network } from './network';
import type { Owner } from './node-types';
import {
  getOwners,
  getStatus,
  getValidator,
  listed,
  type PrimaryStake,
  primaryStakes,
  timeAt,
  withoutFee,
} from './primary-stakes';
import type { RewardType } from './rewards';

export type ExpectedPendingReward = {
  addresses: string[];
  txHash: string;
  amountStaked: string;
  nodeId: string;
  startTimestamp: number;
  endTimestamp: number;
  stakingType: 'fixed' | 'autoRenewed';
  rewardType: RewardType;
  /** Percent of the stake's time, not rounded. */
  progress: number;
  estimatedReward: ExpectedAmount;
};

/**
 * In order of staking, a validator's own before its fees, without stakes that have not started. `seenAt`: the last
 * block that readers see. Throws at unrecorded heights.
 */
export function expectedPendingRewards(recording: Recording, height: number, seenAt = height): ExpectedPendingReward[] {
  const network = getNetwork(recording);
  const now = timeAt(network, seenAt);
  return primaryStakes(network).flatMap((stake) => {
    if (getStatus(network, stake, height) !== 'active' || !getStatus(network, stake, seenAt)) return [];
    const said = must(listed(network, stake, height), `a list with ${stake.txId}`);
    const [start, end] = [Number(said.startTime), Number(said.endTime)];
    return getPromises(network, stake, height)
      .filter(({ amount }) => amount > 0n)
      .map(({ rewardType, owner, amount }) => ({
        ...{ addresses: owner.addresses.map(withoutChain), txHash: stake.txId, nodeId: stake.nodeId },
        ...{ amountStaked: said.weight, startTimestamp: start, endTimestamp: end, rewardType },
        stakingType: 'validatorAuthority' in stake.unsignedTx ? ('autoRenewed' as const) : ('fixed' as const),
        progress: Math.max(0, (100 * (now - start)) / (end - start)),
        estimatedReward: assetAmount({ assetId: network.avaxAssetId, amount: String(amount) }, network.avaxAssetId),
      }));
  });
}

function getPromises(
  network: Network,
  stake: PrimaryStake,
  height: number,
): { rewardType: RewardType; owner: Owner; amount: bigint }[] {
  const { own, fee } = getOwners(stake);
  const said = must(listed(network, stake, height), `a list with ${stake.txId}`);
  const reward = BigInt(said.potentialReward);
  if (stake.kind === 'delegator') {
    const percent = listed(network, getValidator(network, stake, height), height)?.delegationFee;
    const amount = withoutFee(reward, must(percent, `the fee of ${stake.nodeId}`));
    return [{ rewardType: 'DELEGATOR', owner: own, amount }];
  }
  const percent = must(said.delegationFee, `the fee of ${stake.nodeId}`);
  const shares = (said.delegators ?? []).map(({ potentialReward }) => {
    return BigInt(potentialReward) - withoutFee(BigInt(potentialReward), percent);
  });
  const accrued = BigInt(must(said.accruedDelegateeReward, `what ${stake.nodeId} is to be paid`));
  // Compounded shares are not paid; the validator's part is rounded up.
  const { nextPeriod = '0', autoCompoundRewardShares = '0' } = said;
  const restaked = nextPeriod === '0' ? '0' : autoCompoundRewardShares;
  const paid = (amount: bigint) => (amount * (1_000_000n - BigInt(restaked))) / 1_000_000n;
  return [
    { rewardType: 'VALIDATOR', owner: own, amount: paid(reward) },
    { rewardType: 'VALIDATOR_FEE', owner: fee, amount: paid(shares.reduce((sum, share) => sum + share, accrued)) },
  ];
}
