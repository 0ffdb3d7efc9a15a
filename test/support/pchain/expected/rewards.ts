import { withoutChain } from './bytes';
import type { Network, PlacedTx } from './network';
import type { NodeTx, UnsignedTx } from './node-types';
import { type Output, outputOfBytes } from './outputs';

/** Why an output was minted, where the recording tells. */
export type RewardType = 'VALIDATOR' | 'DELEGATOR' | 'VALIDATOR_FEE';

/** The transaction that began a stake: one of a block, or of the genesis. */
const stakingTx = (network: Network, txID: string): UnsignedTx =>
  network.answer<{ tx: NodeTx }>('platform.getTx', { encoding: 'json', txID }).tx.unsignedTx;

/** The id of the stake that a transaction ends, or a cycle of which it ends; undefined of any other transaction. */
export const endedStake = ({ unsignedTx: tx }: NodeTx): string | undefined => ('auth' in tx ? undefined : tx.txID);

/**
 * What the end of a stake, or of a cycle of a validator that renews itself, minted: nothing where that was refused. A
 * stake's rewards are outputs of the transaction that began it, a cycle's of the one that ends it. The stake itself is
 * none of them: its outputs are spendable again, with the ids that they had.
 */
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

/** A validator's own reward comes before its share of what its delegators got. One alone is told by its owner. */
function getType(stake: UnsignedTx, output: Output, count: number, place: number): RewardType | undefined {
  if (!stake.shares && !stake.delegationShares) return 'DELEGATOR';
  if (count === 2) return place === 0 ? 'VALIDATOR' : 'VALIDATOR_FEE';
  const owned = String(output.addresses);
  const isOwn = owned === String(stake.validationRewardsOwner?.addresses.map(withoutChain));
  const isFee = owned === String(stake.delegationRewardsOwner?.addresses.map(withoutChain));
  return isOwn === isFee ? undefined : isOwn ? 'VALIDATOR' : 'VALIDATOR_FEE';
}
