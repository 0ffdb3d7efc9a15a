import type { EntityName } from '../../core/table/schema';

/** Read for the content of messages on P-Chains. */
export const P_CHAIN = [
  'PNetwork',
  'PBlock',
  'PTx',
  'PUtxoOf',
  'PL1Validator',
  'PL1Change',
] as const satisfies readonly EntityName[];
