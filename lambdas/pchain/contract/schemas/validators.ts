import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AutoRenewDetails, StakingType } from './auto-renewal';
import { addresses, BlsCredentials, id, nodeId, smallestUnit, subnetId } from './fields';

const Rewards = z
  .object({
    validationRewardAmount: smallestUnit('For its own stake.'),
    delegationRewardAmount: smallestUnit('Its share of the rewards of its delegators.'),
    rewardAddresses: addresses('Who gets the reward for its own stake.').optional(),
    rewardTxHash: id('The transaction that paid them.').optional(),
  })
  .meta({ id: 'Rewards', description: 'The rewards of a validator.' });

const percent = (description: string) => number(description, 100);
const ValidatorHealthDetails = z
  .object({
    reachabilityPercent: percent('100: the node of this service is connected to it. Else 0.'),
    benchedPChainRequestsPercent: percent(
      '100: the node of this service sends it no requests for the P-chain. Else 0.',
    ),
    benchedXChainRequestsPercent: percent('The same for the X-chain.'),
    benchedCChainRequestsPercent: percent('The same for the C-chain.'),
  })
  .meta({ id: 'ValidatorHealthDetails', description: 'How the node of this service sees a validator.' });

const Geolocation = z
  .object({
    city: text('City.', 'Lisbon'),
    country: text('Country.', 'Portugal'),
    countryCode: text('Country, as ISO 3166 has it.', 'PT'),
    latitude: number('Latitude in degrees.', 38.72),
    longitude: number('Longitude in degrees.', -9.14),
  })
  .meta({ id: 'Geolocation', description: 'Where a node is.' });

const stakeFields = {
  txHash: id('The transaction that staked.'),
  nodeId,
  subnetId,
  amountStaked: smallestUnit('Its stake or, of a subnet without stakes, its weight.'),
  delegationFee: text('Its share of the rewards of its delegators, percent.', '2.0000').optional(),
  startTimestamp: seconds('When its stake begins.'),
  endTimestamp: seconds('When its stake ends.'),
  stakingType: StakingType,
  blsCredentials: BlsCredentials.optional(),
};
const delegations = {
  delegatorCount: integer('How many delegators it has.', 4),
  amountDelegated: smallestUnit('What is delegated to it.').optional(),
};

const autoRenew = AutoRenewDetails.optional().meta({
  description:
    'How it renews its stake. Only with stakingType autoRenewed, and absent if earlier cycles are not indexed.',
});

const Active = z
  .object({
    ...stakeFields,
    ...delegations,
    stakePercentage: number('Its part of all active stake, percent; 0 while that is not known yet.', 0.07),
    uptimePerformance: number('Its uptime as the node of this service sees it, percent.', 99.8),
    avalancheGoVersion: text('What it runs; offline if it is not connected.', 'avalanchego/1.14.0').optional(),
    delegationCapacity: smallestUnit('What can still be delegated to it.').optional(),
    potentialRewards: Rewards.meta({ description: 'What it and its delegators are promised.' }),
    validationStatus: z.literal('active').meta({ description: 'It validates now.' }),
    validatorHealth: ValidatorHealthDetails,
    geolocation: Geolocation.nullable().meta({ description: 'null: this service does not locate nodes.' }),
    autoRenew,
  })
  .meta({ id: 'ActiveValidatorDetails', description: 'A validator that validates now.' });
const Pending = z
  .object({
    ...stakeFields,
    validationStatus: z.literal('pending').meta({ description: 'Its start is still to come.' }),
  })
  .meta({ id: 'PendingValidatorDetails', description: 'A validator whose start is still to come.' });
const Completed = z
  .object({
    ...stakeFields,
    ...delegations,
    delegatorCount: delegations.delegatorCount.optional().meta({
      description: 'How many delegators it had. Absent if its stake began before the index does.',
    }),
    rewards: Rewards.meta({ description: 'What it was paid.' }),
    autoRenew,
    validationStatus: z.literal('completed').meta({ description: 'Its stake has ended.' }),
  })
  .meta({ id: 'CompletedValidatorDetails', description: 'A validator whose stake has ended.' });
const Removed = z
  .object({
    ...stakeFields,
    removeTxHash: id('The transaction that removed it.'),
    removeTimestamp: seconds('When it was removed.'),
    validationStatus: z.literal('removed').meta({ description: 'It was removed before its end.' }),
  })
  .meta({ id: 'RemovedValidatorDetails', description: 'A validator that the owner of its subnet has removed.' });

const ValidatorDetails = z.discriminatedUnion('validationStatus', [Completed, Active, Pending, Removed]);
/** A validator, by how far its stake is. Times in Unix seconds, amounts in the staked asset's smallest unit. */
export type ValidatorDetails = z.infer<typeof ValidatorDetails>;

/** A page of validators. */
export const ListValidatorDetailsResponse = z
  .object({
    nextPageToken,
    validators: z.array(ValidatorDetails).meta({ description: 'The validators of this page.' }),
  })
  .meta({ id: 'ListValidatorDetailsResponse', description: 'A page of validators.' });
