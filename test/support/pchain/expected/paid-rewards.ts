import type { Recording } from '../../../../demo/p-chain/recording';
import { assetAmount, type ExpectedAmount } from './amounts';
import { toUtxoId } from './bytes';
import { must } from './json';
import { getNetwork } from './network';
import { getTerms, primaryStakes, type StakeTerms } from './primary-stakes';
import { endedStake, getRewards, type RewardType } from './rewards';

/** Without prices: past days have none. */
export type ExpectedPaidReward = StakeTerms & {
  addresses: string[];
  txHash: string;
  nodeId: string;
  stakingType: 'fixed' | 'autoRenewed';
  rewardType: RewardType;
  utxoId: string;
  outputIndex: number;
  reward: ExpectedAmount;
  rewardTxHash: string;
};

/** In order of payment; each renewal cycle counts. Throws at unrecorded heights: their proposals are undecided. */
export function expectedPaidRewards(recording: Recording, height: number): ExpectedPaidReward[] {
  const network = getNetwork(recording);
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  const stakes = new Map(primaryStakes(network).map((stake) => [stake.txId, stake]));
  return network.txs.flatMap((tx) => {
    const stake = stakes.get(endedStake(tx) ?? '');
    if (!stake || Number(tx.block.height) > height) return [];
    const terms = getTerms(network, stake, Number(tx.block.height) - 1);
    return getRewards(network, tx).map(({ txId, index, assetId, amount, addresses, rewardType }) => ({
      ...{ ...terms, addresses, txHash: stake.txId, nodeId: stake.nodeId },
      stakingType: 'validatorAuthority' in stake.unsignedTx ? 'autoRenewed' : 'fixed',
      rewardType: must(rewardType, `why ${tx.id} paid ${amount}`),
      ...{ utxoId: toUtxoId(txId, index), outputIndex: index },
      reward: assetAmount({ assetId, amount }, network.avaxAssetId),
      rewardTxHash: tx.id,
    }));
  });
}
