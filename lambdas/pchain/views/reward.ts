import { toCb58 } from '../../core/domain/cb58';
import type { StakingType } from '../contract/schemas/auto-renewal';
import type { HistoricalReward, PendingReward } from '../contract/schemas/rewards';
import { toUtxoId } from '../domain/ids';
import { nodeIdText } from '../domain/node-id';
import type { Staker } from '../domain/replay/state';
import type { PRewardRow } from '../domain/rewards';
import type { RewardKind } from '../domain/stakes';
import { sha256 } from '../node/sha256';
import { amountView } from './assets';
import { addressesView, type NetworkIds } from './owners';

const TYPES = { validation: 'VALIDATOR', delegation: 'DELEGATOR', 'delegation fee': 'VALIDATOR_FEE' } as const;

type RewardedStake = Pick<Staker, 'txId' | 'nodeId' | 'start' | 'end' | 'weight'>;

const stakeView = (
  { txId, nodeId, start, end, weight }: RewardedStake,
  stakingType: StakingType,
  kind: RewardKind,
) => ({
  txHash: toCb58(txId),
  amountStaked: String(weight),
  nodeId: nodeIdText(nodeId),
  startTimestamp: start,
  endTimestamp: end,
  stakingType,
  rewardType: TYPES[kind],
});

/** Rewards of a cycle are outputs of the transaction that ended it: implies the staking type. */
export const historicalRewardView = (row: PRewardRow, ids: NetworkIds): HistoricalReward => ({
  addresses: addressesView(row.owners.addresses, ids),
  ...stakeView(row.stake, row.txId === row.by ? 'autoRenewed' : 'fixed', row.kind),
  utxoId: toCb58(toUtxoId(row.txId, row.outputIndex, sha256)),
  outputIndex: row.outputIndex,
  reward: amountView(row, ids),
  rewardTxHash: toCb58(row.by),
});

/** `amount` in nAVAX. */
export interface Promised {
  readonly stake: RewardedStake;
  readonly stakingType: StakingType;
  readonly kind: RewardKind;
  readonly amount: bigint;
  readonly addresses: readonly string[];
}

/** `time`: Unix seconds, for the progress. */
export const pendingRewardView = (
  { stake, stakingType, kind, amount, addresses }: Promised,
  time: number,
  ids: NetworkIds,
): PendingReward => ({
  addresses: addressesView(addresses, ids),
  ...stakeView(stake, stakingType, kind),
  progress: Math.min(100, Math.max(0, (100 * (time - stake.start)) / Math.max(1, stake.end - stake.start))),
  estimatedReward: amountView({ assetId: ids.avaxAssetId, amount }, ids),
});
