import * as z from 'zod';
import { PRIMARY_NETWORK_ADDRESS_ACTIVITY, VALIDATOR_ACTIVITY } from '../event-types';
import { seconds, text } from '../fields';
import { finalMessageOf } from '../webhook-messages';
import { PChainBalance } from './balances';
import { addresses, height, id, nodeId, smallestUnit, subnetId } from './fields';
import { L1ValidatorDetailsTransaction } from './l1-validators';
import { AddressSubEvent, ThresholdBalance, ValidatorSubEvent } from './sub-events';
import { PChainTransaction } from './transactions';
import { PChainUtxo } from './utxos';

const network = text('The network.', 'mainnet');
const chainId = z.literal('p-chain').meta({ description: 'The chain.' });
const block = {
  blockNumber: height('Height of the block in which it happened.'),
  blockHash: id('Id of that block.'),
  blockTimestamp: seconds('Time of that block.'),
};
/** What every threshold says of the balance that fell below it. */
const crossing = {
  balance: smallestUnit('What is left after the block.'),
  previousBalance: smallestUnit('What there was before the block.'),
};

/** What happened to what addresses of a P-chain own. */
const AddressEvent = z
  .object({
    eventType: AddressSubEvent,
    ...{ network, chainId, ...block },
    addresses: addresses('The watched addresses that the transaction concerns, in the order of their bytes.'),
    transaction: PChainTransaction.meta({
      description:
        'The transaction. One that was proposed is in the block before the one that decided it, in which it happened.',
    }),
    balances: PChainBalance.optional().meta({
      description:
        'Of balance_change: what these addresses own together after the block. Absent if they have more than 50,000 outputs, and on a network whose index begins above block 0.',
    }),
    rewards: z.array(PChainUtxo).optional().meta({
      description: 'Of reward_distribution: the rewards that these addresses were paid.',
    }),
    threshold: z
      .object({
        balanceType: ThresholdBalance,
        balanceThreshold: smallestUnit('The threshold.'),
        ...crossing,
      })
      .optional()
      .meta({
        id: 'PrimaryNetworkCrossedThreshold',
        description: 'Of balance_threshold: the balance of all addresses of the webhook together.',
      }),
  })
  .meta({ id: 'PrimaryNetworkAddressEvent', description: 'What happened to what watched addresses own.' });
/** See `AddressEvent`. */
export type PrimaryNetworkAddressEvent = z.infer<typeof AddressEvent>;

/** What happened to a validator. */
const ValidatorEvent = z
  .object({
    eventType: ValidatorSubEvent,
    ...{ network, chainId, ...block, nodeId, subnetId },
    transaction: PChainTransaction.optional().meta({
      description: 'The transaction; absent where none led to it, as a balance falls and runs out with time.',
    }),
    l1Validator: L1ValidatorDetailsTransaction.optional().meta({
      description: 'The L1 validator, after the transaction or the block, where it is one.',
    }),
    rewards: z
      .array(PChainUtxo)
      .optional()
      .meta({ description: 'Of reward_distribution: the rewards that were paid.' }),
    threshold: z
      .object({ balanceThreshold: smallestUnit('The threshold.'), ...crossing })
      .optional()
      .meta({ id: 'ValidatorCrossedThreshold', description: 'Of l1_validator_balance_threshold.' }),
  })
  .meta({ id: 'ValidatorActivityEvent', description: 'What happened to a validator.' });
/** See `ValidatorEvent`. */
export type ValidatorActivityEvent = z.infer<typeof ValidatorEvent>;

/** The body of a message of `primary_network_address_activity`. */
export const PrimaryNetworkAddressActivityMessage = finalMessageOf(PRIMARY_NETWORK_ADDRESS_ACTIVITY, AddressEvent).meta(
  {
    id: 'WebhookPrimaryNetworkAddressActivityResponse',
    description: 'A message of a webhook with the event type primary_network_address_activity.',
  },
);

/** The body of a message of `validator_activity`. */
export const ValidatorActivityMessage = finalMessageOf(VALIDATOR_ACTIVITY, ValidatorEvent).meta({
  id: 'WebhookValidatorActivityResponse',
  description: 'A message of a webhook with the event type validator_activity.',
});
