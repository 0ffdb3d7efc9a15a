import * as z from 'zod';

const oneOf = <T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be ${names.join(', ')}` });

/** What a webhook of addresses of a P-chain can be told of. */
export const AddressSubEvent = oneOf(['balance_change', 'balance_threshold', 'reward_distribution']).meta({
  id: 'PrimaryNetworkAddressActivitySubEventType',
  description: 'What happened to what addresses own.',
});
/** See `AddressSubEvent`. */
export type AddressSubEvent = z.infer<typeof AddressSubEvent>;

/** What a webhook of validators can be told of. */
export const ValidatorSubEvent = oneOf([
  'validator_stake',
  'delegator_stake',
  'reward_distribution',
  'l1_validator_balance_increased',
  'l1_validator_disabled',
  'l1_validator_removed',
  'l1_validator_balance_threshold',
]).meta({ id: 'ValidatorActivitySubEventType', description: 'What happened to a validator.' });
/** See `ValidatorSubEvent`. */
export type ValidatorSubEvent = z.infer<typeof ValidatorSubEvent>;

/** What the key of a webhook of validators is. */
export const ValidatorKeyType = oneOf(['nodeId', 'subnetId']).meta({
  id: 'ValidatorActivityKeyType',
  description: 'What the key is: the validators of a node, or those of a subnet.',
});

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
