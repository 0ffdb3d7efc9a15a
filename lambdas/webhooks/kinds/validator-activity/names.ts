import type { DueValidator } from '../../../chain/contract/events';
import type { ValidatorSubEvent } from '../../../pchain/contract/schemas/validator-sub-events';
import type { ValidatorSettings } from './settings';

/** For balance thresholds of L1 validators: balances fall without a transaction. */
export const THRESHOLDS = 'l1-thresholds';
/** For warnings before validators run out or end: time passes without a transaction. */
export const DAYS = 'days';
/** `key`: 0x and hexadecimal digits. */
export const getName = (keyType: ValidatorSettings['keyType'], key: string): string => `${keyType}-${key}`;

export const hasThreshold = ({ subEvents }: ValidatorSettings): boolean =>
  subEvents.includes('l1_validator_balance_threshold');

/** The sub-event for each kind of due validator. */
export const DUE_SUB_EVENTS = {
  l1: 'l1_validator_runway',
  validator: 'stake_ending',
  delegator: 'delegation_ending',
} as const satisfies Record<DueValidator['kind'], ValidatorSubEvent>;

export const hasDays = ({ subEvents }: Pick<ValidatorSettings, 'subEvents'>): boolean =>
  Object.values(DUE_SUB_EVENTS).some((name) => subEvents.includes(name));

export const getNames = (settings: ValidatorSettings): string[] => [
  getName(settings.keyType, settings.key),
  ...(hasThreshold(settings) ? [THRESHOLDS] : []),
  ...(hasDays(settings) ? [DAYS] : []),
];
