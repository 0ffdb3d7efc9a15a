import type { ValidatorSettings } from './settings';

/** For balance thresholds of L1 validators: balances fall without a transaction. */
export const THRESHOLDS = 'l1-thresholds';
/** `key`: 0x and hexadecimal digits. */
export const getName = (keyType: ValidatorSettings['keyType'], key: string): string => `${keyType}-${key}`;

export const hasThreshold = ({ subEvents }: ValidatorSettings): boolean =>
  subEvents.includes('l1_validator_balance_threshold');

export const getNames = (settings: ValidatorSettings): string[] => [
  getName(settings.keyType, settings.key),
  ...(hasThreshold(settings) ? [THRESHOLDS] : []),
];
