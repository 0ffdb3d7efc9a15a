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
    historicalPrice: Money.optional().meta({ description: 'Absent: prices of past days are not kept.' }),
  })
  .meta({ id: 'AssetWithPriceInfo', description: 'An amount of an asset, with its price where that is known.' });

const stakeFields = {
  addresses: addresses('Who gets it; of more than 32, one of those that were asked for.'),
  txHash: id('The transaction that staked.'),
  amountStaked: smallestUnit('The stake.'),
  nodeId,
  startTimestamp: seconds('When the stake begins.'),
  endTimestamp: seconds('When the stake ends.'),
  stakingType: StakingType,
  rewardType: RewardType,
};

/** A reward that was paid. Times in Unix seconds, amounts in nAVAX. */
export const HistoricalReward = z
  .object({
    ...stakeFields,
    utxoId: id('The output that it was paid as.'),
    outputIndex: integer('Position of that output among those of its transaction.', 3),
    reward: AssetWithPriceInfo,
    rewardTxHash: id('The transaction that paid it.'),
  })
  .meta({ id: 'HistoricalReward', description: 'A reward that a stake was paid.' });
/** A reward that was paid. */
export type HistoricalReward = z.infer<typeof HistoricalReward>;

/** A reward that is promised. Times in Unix seconds, amounts in nAVAX. */
export const PendingReward = z
  .object({
    ...stakeFields,
    progress: number("How much of the stake's time has passed at the last block, percent.", 42.5),
    estimatedReward: AssetAmount.meta({
      description:
        'What it will be if the validator stays online. With stakingType autoRenewed, the part that the current cycle pays out: the rest is staked again.',
    }),
  })
  .meta({ id: 'PendingReward', description: 'A reward that a stake is promised.' });
/** A reward that is promised. */
export type PendingReward = z.infer<typeof PendingReward>;

/** A page of rewards that were paid. */
export const ListHistoricalRewardsResponse = z
  .object({
    nextPageToken,
    historicalRewards: z.array(HistoricalReward).meta({ description: 'The rewards of this page.' }),
  })
  .meta({ id: 'ListHistoricalRewardsResponse', description: 'A page of rewards that were paid.' });

/** A page of rewards that are promised. */
export const ListPendingRewardsResponse = z
  .object({
    nextPageToken,
    pendingRewards: z.array(PendingReward).meta({ description: 'The rewards of this page.' }),
  })
  .meta({ id: 'ListPendingRewardsResponse', description: 'A page of rewards that are promised.' });
