import * as z from 'zod';
import { seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { addresses, id, nodeId, smallestUnit } from './fields';

/** How far a delegator's stake is. */
export const DelegationStatus = z
  .enum(['completed', 'active', 'pending'], { error: 'must be completed, active or pending' })
  .meta({ id: 'DelegationStatusType', description: "How far a delegator's stake is." });

const stakeFields = {
  txHash: id('The transaction that staked.'),
  nodeId,
  rewardAddresses: addresses('Who gets its reward.'),
  amountDelegated: smallestUnit('Its stake.'),
  delegationFee: text("The validator's share of its reward, percent.", '2.0000'),
  startTimestamp: seconds('When its stake begins.'),
  endTimestamp: seconds('When its stake ends.'),
};
const estimates = {
  estimatedGrossReward: smallestUnit("What its stake is promised, the validator's share included."),
  estimatedNetReward: smallestUnit("The same without the validator's share."),
};

const Completed = z
  .object({
    ...stakeFields,
    grossReward: smallestUnit("What its stake earned, the validator's share included; 0: nothing."),
    netReward: smallestUnit('What it was paid.'),
    delegationStatus: z.literal('completed').meta({ description: 'Its stake has ended.' }),
  })
  .meta({ id: 'CompletedDelegatorDetails', description: 'A delegator whose stake has ended.' });
const Active = z
  .object({
    ...stakeFields,
    ...estimates,
    delegationStatus: z.literal('active').meta({ description: 'Its stake goes on.' }),
  })
  .meta({ id: 'ActiveDelegatorDetails', description: 'A delegator whose stake goes on.' });
const Pending = z
  .object({
    ...stakeFields,
    ...estimates,
    delegationStatus: z.literal('pending').meta({ description: 'Its start is still to come.' }),
  })
  .meta({ id: 'PendingDelegatorDetails', description: 'A delegator whose start is still to come.' });

const DelegatorDetails = z.discriminatedUnion('delegationStatus', [Completed, Active, Pending]);
/** A delegator, by how far its stake is. Times in Unix seconds, amounts in nAVAX. */
export type DelegatorDetails = z.infer<typeof DelegatorDetails>;

/** A page of delegators. */
export const ListDelegatorDetailsResponse = z
  .object({
    nextPageToken,
    delegators: z.array(DelegatorDetails).meta({ description: 'The delegators of this page.' }),
  })
  .meta({ id: 'ListDelegatorDetailsResponse', description: 'A page of delegators.' });
