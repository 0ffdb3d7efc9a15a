import * as z from 'zod';
import { integer, number, seconds, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { AutoRenewDetails, StakingType } from './auto-renewal';
import { addresses, BlsCredentials, id, nodeId, smallestUnit, subnetId } from './fields';

const Rewards = z
  .object({
    validationRewardAmount: smallestUnit('Reward for its own stake.'),
    delegationRewardAmount: smallestUnit('Share of its delegators’ rewards.'),
    rewardAddresses: addresses('Recipients of the reward for its own stake.').optional(),
    rewardTxHash: id('The transaction that paid the rewards.').optional(),
  })
  .meta({ id: 'Rewards', description: 'The rewards of a validator.' });

const percent = (description: string) => number(description, 100);
const ValidatorHealthDetails = z
  .object({
    reachabilityPercent: percent('100 if the node of this service is connected to it, otherwise 0.'),
    benchedPChainRequestsPercent: percent(
      '100 if the node of this service has benched it for P-Chain requests, otherwise 0.',
    ),
    benchedXChainRequestsPercent: percent('100 if benched for X-Chain requests, otherwise 0.'),
    benchedCChainRequestsPercent: percent('100 if benched for C-Chain requests, otherwise 0.'),
  })
  .meta({
    id: 'ValidatorHealthDetails',
    description: 'Health of a validator from the view of the node of this service.',
  });

const Geolocation = z
  .object({
    city: text('City.', 'Lisbon'),
    country: text('Country.', 'Portugal'),
    countryCode: text('Country code (ISO 3166).', 'PT'),
    latitude: number('Latitude in degrees.', 38.72),
    longitude: number('Longitude in degrees.', -9.14),
  })
  .meta({ id: 'Geolocation', description: 'Location of a node.' });

const stakeFields = {
  txHash: id('The staking transaction.'),
  nodeId,
  subnetId,
  amountStaked: smallestUnit('Stake; weight in a subnet without staking.'),
  delegationFee: text('Share of its delegators’ rewards, percent.', '2.0000').optional(),
  startTimestamp: seconds('Start of the stake.'),
  endTimestamp: seconds('End of the stake.'),
  stakingType: StakingType,
  blsCredentials: BlsCredentials.optional(),
};
const delegations = {
  delegatorCount: integer('Number of delegators.', 4),
  amountDelegated: smallestUnit('Total amount delegated to it.').optional(),
};

const autoRenew = AutoRenewDetails.optional().meta({
  description: 'Renewal of its stake. Only with stakingType autoRenewed; absent if earlier cycles are not indexed.',
});

const Active = z
  .object({
    ...stakeFields,
    ...delegations,
    stakePercentage: number('Share of the total active stake, percent; 0 until it is known.', 0.07),
    uptimePerformance: number('Uptime from the view of the node of this service, percent.', 99.8),
    avalancheGoVersion: text('Node version; offline if not connected.', 'avalanchego/1.14.0').optional(),
    delegationCapacity: smallestUnit('Amount that can still be delegated to it.').optional(),
    potentialRewards: Rewards.meta({ description: 'Potential rewards of the validator and of its delegators.' }),
    validationStatus: z.literal('active').meta({ description: 'The validator is active.' }),
    validatorHealth: ValidatorHealthDetails,
    geolocation: Geolocation.nullable().meta({ description: 'null: this service does not locate nodes.' }),
    autoRenew,
  })
  .meta({ id: 'ActiveValidatorDetails', description: 'An active validator.' });
const Pending = z
  .object({
    ...stakeFields,
    validationStatus: z.literal('pending').meta({ description: 'The stake has not started yet.' }),
  })
  .meta({ id: 'PendingValidatorDetails', description: 'A validator with a stake that has not started yet.' });
const Completed = z
  .object({
    ...stakeFields,
    ...delegations,
    delegatorCount: delegations.delegatorCount.optional().meta({
      description: 'Number of delegators. Absent if the stake started before the index begins.',
    }),
    rewards: Rewards.meta({ description: 'Rewards paid.' }),
    autoRenew,
    validationStatus: z.literal('completed').meta({ description: 'The stake has ended.' }),
  })
  .meta({ id: 'CompletedValidatorDetails', description: 'A validator with a stake that has ended.' });
const Removed = z
  .object({
    ...stakeFields,
    removeTxHash: id('The transaction that removed it.'),
    removeTimestamp: seconds('Time of the removal.'),
    validationStatus: z
      .literal('removed')
      .meta({ description: 'The validator was removed before the end of its stake.' }),
  })
  .meta({ id: 'RemovedValidatorDetails', description: 'A validator removed by the owner of its subnet.' });

const ValidatorDetails = z.discriminatedUnion('validationStatus', [Completed, Active, Pending, Removed]);
export type ValidatorDetails = z.infer<typeof ValidatorDetails>;

export const ListValidatorDetailsResponse = z
  .object({
    nextPageToken,
    validators: z.array(ValidatorDetails).meta({ description: 'The validators of this page.' }),
  })
  .meta({ id: 'ListValidatorDetailsResponse', description: 'A page of validators.' });
