import * as z from 'zod';
import { PChainBalance } from '../../../../pchain/contract/schemas/balances';
import { addresses, smallestUnit } from '../../../../pchain/contract/schemas/fields';
import { PChainTransaction } from '../../../../pchain/contract/schemas/transactions';
import { PChainUtxo } from '../../../../pchain/contract/schemas/utxos';
import { defineFinalMessage } from '../../../contract/schemas/webhook-messages';
import { crossing, eventFields, oneOf } from '../../pchain/contract/fields';

/** The event type of webhooks that watch addresses of a P-Chain. */
export const PRIMARY_NETWORK_ADDRESS_ACTIVITY = 'primary_network_address_activity';

/** What a webhook of addresses of a P-chain can be told of. */
export const AddressSubEvent = oneOf(['balance_change', 'balance_threshold', 'reward_distribution']).meta({
  id: 'PrimaryNetworkAddressActivitySubEventType',
  description: 'What happened to what addresses own.',
});
/** See `AddressSubEvent`. */
export type AddressSubEvent = z.infer<typeof AddressSubEvent>;

const BALANCES = [
  ...(['unlockedUnstaked', 'unlockedStaked', 'lockedPlatform'] as const),
  ...(['lockedStakeable', 'lockedStaked', 'pendingStaked'] as const),
] as const;
/** Balances of the contract that no block of a P-chain tells. */
const OTHER_BALANCES = ['unlocked', 'locked', 'atomicMemoryUnlocked', 'atomicMemoryLocked'];

/** The balances of a P-chain that a threshold may be of: each output is in one of them. */
export const ThresholdBalance = z
  .enum(BALANCES, {
    error: ({ input }) =>
      OTHER_BALANCES.includes(String(input))
        ? `must be ${BALANCES.join(', ')}: no block of the P-chain tells ${input}`
        : `must be ${BALANCES.join(', ')}`,
  })
  .meta({ id: 'PrimaryNetworkBalanceType', description: 'One of the balances of a P-chain.' });

/** What happened to what addresses of a P-chain own. */
const AddressEvent = z
  .object({
    eventType: AddressSubEvent,
    ...eventFields,
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

/** The body of a message of `primary_network_address_activity`. */
export const PrimaryNetworkAddressActivityMessage = defineFinalMessage(
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  AddressEvent,
).meta({
  id: 'WebhookPrimaryNetworkAddressActivityResponse',
  description: 'A message of a webhook with the event type primary_network_address_activity.',
});
