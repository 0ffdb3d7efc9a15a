import { withoutChain } from './bytes';
import type { Network, PlacedTx } from './network';
import type { NodeTx, UnsignedTx } from './node-types';
import { type Output, outputOfBytes } from './outputs';

export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE';

const stakingTx = (network: Network, txID: string): UnsignedTx =>
  network.answer<{ tx: NodeTx }>('platform.getTx', { encoding: 'json', txID }).tx.unsignedTx;

/** Stake that a reward transaction ends, or ends a cycle of. */
export const endedStake = ({ unsignedTx: tx }: NodeTx): string | undefined => ('auth' in tx ? undefined : tx.txID);

/** Outputs of the staking transaction, or of a cycle's end; empty if denied. Returned stakes keep their ids. */
export function getRewards(network: Network, tx: PlacedTx): (Output & { rewardType?: RewardType })[] {
  const stakeId = endedStake(tx);
  if (stakeId === undefined) return [];
  const txID = 'timestamp' in tx.unsignedTx ? tx.id : stakeId;
  const { utxos } = network.find<{ utxos: string[] }>('platform.getRewardUTXOs', { txID }) ?? { utxos: [] };
  return utxos
    .map((utxo) => outputOfBytes(utxo, network.recording.header.networkId))
    .map((output, place) => {
      const rewardType = getType(stakingTx(network, stakeId), output, utxos.length, place);
      return { ...output, ...(rewardType && { rewardType }) };
    });
}

/** A validator's own reward precedes its fees. A single output is identified by its owner. */
function getType(stake: UnsignedTx, output: Output, count: number, place: number): RewardType | undefined {
  if (!stake.shares && !stake.delegationShares) return 'DELEGATOR';
  if (count === 2) return place === 0 ? 'VALIDATOR' : 'VALIDATOR_FEE';
  const owned = String(output.addresses);
  const isOwn = owned === String(stake.validationRewardsOwner?.addresses.map(withoutChain));
  const isFee = owned === String(stake.delegationRewardsOwner?.addresses.map(withoutChain));
  return isOwn === isFee ? undefined : isOwn ? 'VALIDATOR' : 'VALIDATOR_FEE';
}
