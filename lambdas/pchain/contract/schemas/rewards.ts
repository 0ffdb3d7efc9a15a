import * as z from 'zod';
import { integer, number, seconds } from '../../../core/contract/schemas/fields';
import { Money } from '../../../core/contract/schemas/money';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AssetAmount } from './assets';
import { StakingType } from './auto-renewal';
import { addresses, id, nodeId, smallestUnit } from './fields';
import { RewardType } from './utxos';

const AssetWithPriceInfo = z
  .object({
    ...AssetAmount.shape,
    historicalPrice: Money.optional().meta({ description: 'Always absent: historical prices are not kept.' }),
  })
  .meta({ id: 'AssetWithPriceInfo', description: 'An amount of an asset, with its price if known.' });

const stakeFields = {
  addresses: addresses('Recipients; if there are more than 32, only a requested one.'),
  txHash: id('The staking transaction.'),
  amountStaked: smallestUnit('Staked amount.'),
  nodeId,
  startTimestamp: seconds('Start of the stake.'),
  endTimestamp: seconds('End of the stake.'),
  stakingType: StakingType,
  rewardType: RewardType,
};

export const HistoricalReward = z
  .object({
    ...stakeFields,
    utxoId: id('The output that paid the reward.'),
    outputIndex: integer('Index of that output in its transaction.', 3),
    reward: AssetWithPriceInfo,
    rewardTxHash: id('The transaction that paid the reward.'),
  })
  .meta({ id: 'HistoricalReward', description: 'A paid staking reward.' });
export type HistoricalReward = z.infer<typeof HistoricalReward>;

export const PendingReward = z
  .object({
    ...stakeFields,
    progress: number('Elapsed part of the staking period at the last block, percent.', 42.5),
    estimatedReward: AssetAmount.meta({
      description:
        'The reward if the validator stays online. With stakingType autoRenewed, only the part that the current cycle pays out; the rest is restaked.',
    }),
  })
  .meta({ id: 'PendingReward', description: 'A pending staking reward.' });
export type PendingReward = z.infer<typeof PendingReward>;

export const ListHistoricalRewardsResponse = z
  .object({
    nextPageToken,
    historicalRewards: z.array(HistoricalReward).meta({ description: 'The rewards of this page.' }),
  })
  .meta({ id: 'ListHistoricalRewardsResponse', description: 'A page of paid rewards.' });

export const ListPendingRewardsResponse = z
  .object({
    nextPageToken,
    pendingRewards: z.array(PendingReward).meta({ description: 'The rewards of this page.' }),
  })
  .meta({ id: 'ListPendingRewardsResponse', description: 'A page of pending rewards.' });
