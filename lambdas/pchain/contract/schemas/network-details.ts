import * as z from 'zod';
import { integer, text } from '../../../core/contract/schemas/fields';
import { smallestUnit } from './fields';

const StakingDistribution = z
  .object({
    version: text(
      'Node version; offline: not connected to the node of this service; unknown: version not reported.',
      'avalanchego/1.14.0',
    ),
    amountStaked: smallestUnit('Total stake of these validators, including delegations.'),
    validatorCount: integer('Number of validators.', 900),
  })
  .meta({ id: 'StakingDistribution', description: 'Validators by node version.' });

const ValidatorsDetails = z
  .object({
    validatorCount: integer('Number of active validators of the primary network.', 1_200),
    totalAmountStaked: smallestUnit('Total of their own stakes.'),
    estimatedAnnualStakingReward: smallestUnit(
      'Total potential rewards of all active validations and delegations, each for its whole staking period.',
    ),
    stakingDistributionByVersion: z.array(StakingDistribution).meta({
      description:
        'Validators by version, from the view of the node of this service, in descending order of the version text.',
    }),
    stakingRatio: text('Staked amount, including delegations, divided by the supply.', '0.44961181662476747832'),
  })
  .meta({ id: 'ValidatorsDetails', description: 'The validators of the primary network.' });

const DelegatorsDetails = z
  .object({
    delegatorCount: integer('Number of active delegators.', 20_000),
    totalAmountStaked: smallestUnit('Total delegated stake.'),
  })
  .meta({ id: 'DelegatorsDetails', description: 'The delegators of the primary network.' });

export const GetNetworkDetailsResponse = z
  .object({ validatorDetails: ValidatorsDetails, delegatorDetails: DelegatorsDetails })
  .meta({ id: 'GetNetworkDetailsResponse', description: 'Staking statistics of a primary network.' });
export type GetNetworkDetailsResponse = z.infer<typeof GetNetworkDetailsResponse>;
