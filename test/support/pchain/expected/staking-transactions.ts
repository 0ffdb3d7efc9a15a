import type { Recording } from '../../../../demo/p-chain/recording';
import { withoutChain } from './bytes';
import { type ExpectedAutoRenew, expectedAutoRenew } from './cycles';
import { must } from './json';
import { getNetwork } from './network';
import { listedOutputs } from './outputs';
import { getStatus, primaryStakes } from './primary-stakes';
import { rewardOwners } from './staking';
import { type ExpectedTransaction, expectedTransactions } from './transactions';

/** `concerned`: owners of the stake and of its rewards. */
export type ExpectedStakingTransaction = {
  tx: ExpectedTransaction & { autoRenew?: ExpectedAutoRenew };
  concerned: string[];
};

/** In chain order, without genesis. Throws if the state of that height was not recorded. */
export function expectedStakingTransactions(recording: Recording, height: number): ExpectedStakingTransaction[] {
  const network = getNetwork(recording);
  const all = new Map(expectedTransactions(recording, height).map((tx) => [tx.txHash, tx]));
  return primaryStakes(network).flatMap((stake) => {
    const status = getStatus(network, stake, height);
    if (!stake.tx || !status || status === 'completed') return [];
    const { rewardTxHash: _, ...tx } = must(all.get(stake.txId), `the transaction ${stake.txId}`);
    const staked = listedOutputs(stake.tx).filter(({ kind }) => kind === 'stake');
    const rewarded = rewardOwners(stake.unsignedTx).flatMap(({ addresses }) => addresses.map(withoutChain));
    const autoRenew = expectedAutoRenew(network, stake.txId, height);
    return [
      {
        tx: { ...tx, ...(autoRenew && { autoRenew }) },
        concerned: [...new Set([...staked.flatMap(({ addresses }) => addresses), ...rewarded])],
      },
    ];
  });
}
