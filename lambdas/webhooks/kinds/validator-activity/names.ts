import type { ValidatorSettings } from './settings';

/** Subscription name for balance thresholds of L1 validators: balances fall without a transaction. */
export const THRESHOLDS = 'l1-thresholds';
/** Subscription name of a node or subnet. `key`: 0x and hexadecimal digits. */
export const getName = (keyType: ValidatorSettings['keyType'], key: string): string => `${keyType}-${key}`;

/** Whether a webhook subscribes to balance thresholds. */
export const hasThreshold = ({ subEvents }: ValidatorSettings): boolean =>
  subEvents.includes('l1_validator_balance_threshold');

/** All subscription names of a webhook. */
export const getNames = (settings: ValidatorSettings): string[] => [
  getName(settings.keyType, settings.key),
  ...(hasThreshold(settings) ? [THRESHOLDS] : []),
];
