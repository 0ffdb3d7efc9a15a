import * as z from 'zod';

/** Oldest first. docs/contract-versions.md describes how to add one. */
export const ContractVersion = z.enum(['2026-05', '2026-09'], { error: 'must be 2026-05 or 2026-09' });
export type ContractVersion = z.infer<typeof ContractVersion>;
export const NEWEST_CONTRACT: ContractVersion = '2026-09';

// Published clients reject a whole response for one unknown enum value, so earlier versions return `before` instead.
// New fields and operations need no version: clients ignore them.
const ADDED_VALUES = {
  /** Keyed by the enum's name in the OpenAPI document. */
  PChainTransactionType: {
    since: '2026-09',
    values: ['AddAutoRenewedValidatorTx', 'SetAutoRenewedValidatorConfigTx', 'RewardAutoRenewedValidatorTx'],
    before: 'UNKNOWN',
  },
} as const satisfies Readonly<Record<string, AddedValues>>;

interface AddedValues {
  readonly since: ContractVersion;
  readonly values: readonly string[];
  readonly before: string;
}

const isBefore = (version: ContractVersion, since: ContractVersion): boolean =>
  ContractVersion.options.indexOf(version) < ContractVersion.options.indexOf(since);

export function valueIn<Name extends keyof typeof ADDED_VALUES, Value extends string>(
  version: ContractVersion,
  name: Name,
  value: Value,
): Value | (typeof ADDED_VALUES)[Name]['before'] {
  const { since, values, before }: AddedValues = ADDED_VALUES[name];
  return isBefore(version, since) && values.includes(value) ? (before as (typeof ADDED_VALUES)[Name]['before']) : value;
}

export function schemasIn(
  version: ContractVersion,
  schemas: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>,
) {
  const changed = Object.entries<AddedValues>(ADDED_VALUES)
    .filter(([, { since }]) => isBefore(version, since))
    .map(([name, { values }]) => {
      const all = schemas[name]?.enum;
      const kept = Array.isArray(all) ? all.filter((value) => !values.includes(String(value))) : all;
      return [name, { ...schemas[name], enum: kept }] as const;
    });
  return { ...schemas, ...Object.fromEntries(changed) };
}
