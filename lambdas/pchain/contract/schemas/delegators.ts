import * as z from 'zod';
import { seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, id, nodeId, smallestUnit } from './fields';

export const DelegationStatus = z
  .enum(['completed', 'active', 'pending'], { error: 'must be completed, active or pending' })
  .meta({ id: 'DelegationStatusType', description: "Status of a delegator's stake." });

const stakeFields = {
  txHash: id('The staking transaction.'),
  nodeId,
  rewardAddresses: addresses('Recipients of the reward.'),
  amountDelegated: smallestUnit('Delegated amount.'),
  delegationFee: text("The validator's share of the reward, percent.", '2.0000'),
  startTimestamp: seconds('Start of the stake.'),
  endTimestamp: seconds('End of the stake.'),
};
const estimates = {
  estimatedGrossReward: smallestUnit("Estimated reward, including the validator's share."),
  estimatedNetReward: smallestUnit("Estimated reward, without the validator's share."),
};

const Completed = z
  .object({
    ...stakeFields,
    grossReward: smallestUnit("Reward of the stake, including the validator's share; 0 if it earned none."),
    netReward: smallestUnit('Reward paid to the delegator.'),
    delegationStatus: z.literal('completed').meta({ description: 'The stake has ended.' }),
  })
  .meta({ id: 'CompletedDelegatorDetails', description: 'A delegator with a stake that has ended.' });
const Active = z
  .object({
    ...stakeFields,
    ...estimates,
    delegationStatus: z.literal('active').meta({ description: 'The stake is active.' }),
  })
  .meta({ id: 'ActiveDelegatorDetails', description: 'A delegator with an active stake.' });
const Pending = z
  .object({
    ...stakeFields,
    ...estimates,
    delegationStatus: z.literal('pending').meta({ description: 'The stake has not started yet.' }),
  })
  .meta({ id: 'PendingDelegatorDetails', description: 'A delegator with a stake that has not started yet.' });

const DelegatorDetails = z.discriminatedUnion('delegationStatus', [Completed, Active, Pending]);
export type DelegatorDetails = z.infer<typeof DelegatorDetails>;

export const ListDelegatorDetailsResponse = z
  .object({
    nextPageToken,
    delegators: z.array(DelegatorDetails).meta({ description: 'The delegators of this page.' }),
  })
  .meta({ id: 'ListDelegatorDetailsResponse', description: 'A page of delegators.' });
