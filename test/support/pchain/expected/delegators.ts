import type { Recording } from '../../../../demo/p-chain/recording';
import { withoutChain } from './bytes';
import { must } from './json';
import { getNetwork, type Network, type PlacedTx } from './network';
import {
  getEnds,
  getFee,
  getOwners,
  getStatus,
  getTerms,
  getValidator,
  lastListed,
  listed,
  type PrimaryStake,
  primaryStakes,
  withoutFee,
} from './primary-stakes';
import { getRewards } from './rewards';

export type ExpectedDelegator = {
  txHash: string;
  nodeId: string;
  rewardAddresses: string[];
  amountDelegated: string;
  delegationFee: string;
  startTimestamp: number;
  endTimestamp: number;
  delegationStatus: 'active' | 'pending' | 'completed';
  /** Rewards of ended delegations; estimates of all others. */
  grossReward?: string;
  netReward?: string;
  estimatedGrossReward?: string;
  estimatedNetReward?: string;
};

/** In order of staking. Throws if the state of that height was not recorded. */
export function expectedDelegators(recording: Recording, height: number): ExpectedDelegator[] {
  const network = getNetwork(recording);
  return primaryStakes(network)
    .filter(({ kind }) => kind === 'delegator')
    .flatMap((stake) => {
      const delegationStatus = getStatus(network, stake, height);
      if (!delegationStatus) return [];
      const { amountStaked: amountDelegated, startTimestamp, endTimestamp } = getTerms(network, stake);
      const { txId, nodeId } = stake;
      return {
        ...{ txHash: txId, nodeId, rewardAddresses: getOwners(stake).own.addresses.map(withoutChain) },
        ...{ amountDelegated, delegationFee: getFee(network, stake), startTimestamp, endTimestamp, delegationStatus },
        ...rewards(network, stake, delegationStatus),
      };
    });
}

function rewards(network: Network, stake: PrimaryStake, status: ExpectedDelegator['delegationStatus']) {
  // A stake has a potential reward once it begins.
  if (status === 'pending') return { estimatedGrossReward: '0', estimatedNetReward: '0' };
  if (status === 'active') {
    const promised = must(lastListed(network, stake), `a list with ${stake.txId}`).potentialReward;
    const net = withoutFee(BigInt(promised), getFee(network, stake));
    return { estimatedGrossReward: promised, estimatedNetReward: String(net) };
  }
  const end = must(getEnds(network, stake)[0], `the end of ${stake.txId}`);
  const net = getRewards(network, end).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (net === 0n) return { grossReward: '0', netReward: '0' };
  const promised = lastListed(network, stake)?.potentialReward;
  return { grossReward: promised ?? String(net + earnedByValidator(network, stake, end)), netReward: String(net) };
}

/** The validator's gain in accrued delegatee reward, for delegations that the node never listed. */
function earnedByValidator(network: Network, stake: PrimaryStake, end: PlacedTx): bigint {
  const before = Number(end.block.height) - 1;
  let after = before + 1;
  while (!network.hasState(after)) after += 1;
  const validator = getValidator(network, stake, before);
  const accrued = (height: number) =>
    BigInt(must(listed(network, validator, height)?.accruedDelegateeReward, `what ${stake.nodeId} is to be paid`));
  return accrued(after) - accrued(before);
}
