import type { ValidatorSettings } from './settings';

/** What webhooks subscribe to that watch for balances of L1 validators: these fall without a transaction. */
export const THRESHOLDS = 'l1-thresholds';
/** What webhooks subscribe to that watch a node or a subnet: 0x and digits. */
export const getName = (keyType: ValidatorSettings['keyType'], key: string): string => `${keyType}-${key}`;

/** Whether a webhook watches for balances that fall below its threshold. */
export const hasThreshold = ({ subEvents }: ValidatorSettings): boolean =>
  subEvents.includes('l1_validator_balance_threshold');

/** What a webhook subscribes to. */
export const getNames = (settings: ValidatorSettings): string[] => [
  getName(settings.keyType, settings.key),
  ...(hasThreshold(settings) ? [THRESHOLDS] : []),
];
