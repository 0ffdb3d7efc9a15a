import * as z from 'zod';
import { PChainBalance } from '../../../../pchain/contract/schemas/balances';
import { addresses, smallestUnit } from '../../../../pchain/contract/schemas/fields';
import { PChainTransaction } from '../../../../pchain/contract/schemas/transactions';
import { PChainUtxo } from '../../../../pchain/contract/schemas/utxos';
import { defineFinalMessage } from '../../../contract/schemas/webhook-messages';
import { crossing, eventFields, oneOf } from '../../pchain/contract/fields';

export const PRIMARY_NETWORK_ADDRESS_ACTIVITY = 'primary_network_address_activity';

export const AddressSubEvent = oneOf(['balance_change', 'balance_threshold', 'reward_distribution']).meta({
  id: 'PrimaryNetworkAddressActivitySubEventType',
  description: 'An event of the balance of an address.',
});
export type AddressSubEvent = z.infer<typeof AddressSubEvent>;

const BALANCES = [
  ...(['unlockedUnstaked', 'unlockedStaked', 'lockedPlatform'] as const),
  ...(['lockedStakeable', 'lockedStaked', 'pendingStaked'] as const),
] as const;
/** P-Chain blocks do not reveal these. */
const OTHER_BALANCES = ['unlocked', 'locked', 'atomicMemoryUnlocked', 'atomicMemoryLocked'];

/** Disjoint: each output counts towards exactly one. */
export const ThresholdBalance = z
  .enum(BALANCES, {
    error: ({ input }) =>
      OTHER_BALANCES.includes(String(input))
        ? `must be ${BALANCES.join(', ')}: P-Chain blocks do not reveal ${input}`
        : `must be ${BALANCES.join(', ')}`,
  })
  .meta({ id: 'PrimaryNetworkBalanceType', description: 'A balance of P-Chain addresses.' });

const AddressEvent = z
  .object({
    eventType: AddressSubEvent,
    ...eventFields,
    addresses: addresses('The watched addresses that the transaction involves, in ascending order of their bytes.'),
    transaction: PChainTransaction.meta({
      description:
        'The transaction. A proposal is in the block before the one that decided it; the event happens in the deciding block.',
    }),
    balances: PChainBalance.optional().meta({
      description:
        'balance_change only: combined balance of these addresses after the block. Absent if they have more than 50,000 outputs, or if the index of the network begins above block 0.',
    }),
    rewards: z.array(PChainUtxo).optional().meta({
      description: 'reward_distribution only: the rewards paid to these addresses.',
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
        description: 'balance_threshold only: the combined balance of all addresses of the webhook.',
      }),
  })
  .meta({ id: 'PrimaryNetworkAddressEvent', description: 'A change to the balances of watched addresses.' });
export type PrimaryNetworkAddressEvent = z.infer<typeof AddressEvent>;

export const PrimaryNetworkAddressActivityMessage = defineFinalMessage(
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  AddressEvent,
).meta({
  id: 'WebhookPrimaryNetworkAddressActivityResponse',
  description: 'A primary_network_address_activity message.',
});
