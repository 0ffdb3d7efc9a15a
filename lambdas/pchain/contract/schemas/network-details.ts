import * as z from 'zod';
import { integer, text } from '../../../core/contract/schemas/fields';
import { smallestUnit } from './fields';

const StakingDistribution = z
  .object({
    version: text(
      'What they run; offline: not connected to the node of this service; unknown: they have not told it.',
      'avalanchego/1.14.0',
    ),
    amountStaked: smallestUnit('What is staked with them, delegations included.'),
    validatorCount: integer('How many they are.', 900),
  })
  .meta({ id: 'StakingDistribution', description: 'The validators that run one version.' });

const ValidatorsDetails = z
  .object({
    validatorCount: integer('How many validate the primary network now.', 1_200),
    totalAmountStaked: smallestUnit('Their own stakes together.'),
    estimatedAnnualStakingReward: smallestUnit(
      'The potential rewards of all active validations and delegations, each for its whole stake.',
    ),
    stakingDistributionByVersion: z.array(StakingDistribution).meta({
      description: 'Them by what they run, as the node of this service sees it, in descending order of its text.',
    }),
    stakingRatio: text('Staked amount, delegations included, divided by the supply.', '0.44961181662476747832'),
  })
  .meta({ id: 'ValidatorsDetails', description: 'The validators of the primary network.' });

const DelegatorsDetails = z
  .object({
    delegatorCount: integer('How many delegate to them now.', 20_000),
    totalAmountStaked: smallestUnit('Their stakes together.'),
  })
  .meta({ id: 'DelegatorsDetails', description: 'The delegators of the primary network.' });

/** What is staked in a network. */
export const GetNetworkDetailsResponse = z
  .object({ validatorDetails: ValidatorsDetails, delegatorDetails: DelegatorsDetails })
  .meta({ id: 'GetNetworkDetailsResponse', description: 'What is staked in a primary network, and by how many.' });
/** What is staked in a network. Amounts in nAVAX. */
export type GetNetworkDetailsResponse = z.infer<typeof GetNetworkDetailsResponse>;
