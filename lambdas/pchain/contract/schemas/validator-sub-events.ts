import * as z from 'zod';

const VALIDATOR_SUB_EVENTS = [
  'validator_stake',
  'delegator_stake',
  'reward_distribution',
  'l1_validator_balance_increased',
  'l1_validator_disabled',
  'l1_validator_removed',
  'l1_validator_balance_threshold',
  'l1_validator_runway',
  'stake_ending',
  'delegation_ending',
] as const;
export const ValidatorSubEvent = z
  .enum(VALIDATOR_SUB_EVENTS, { error: `must be ${VALIDATOR_SUB_EVENTS.join(', ')}` })
  .meta({ id: 'ValidatorActivitySubEventType', description: 'An event of a validator.' });
export type ValidatorSubEvent = z.infer<typeof ValidatorSubEvent>;
