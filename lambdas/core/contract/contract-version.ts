import * as z from 'zod';

/** Versions of the public contract, oldest first. docs/contract-versions.md says what to do when it moves again. */
export const ContractVersion = z.enum(['2026-05', '2026-09'], { error: 'must be 2026-05 or 2026-09' });
/** See `ContractVersion`. */
export type ContractVersion = z.infer<typeof ContractVersion>;
/** What a configuration has unless it says otherwise. */
export const NEWEST_CONTRACT: ContractVersion = '2026-09';

/**
 * Enum values of answers that a version added. Published clients refuse a whole answer for a value that they do not know,
 * so earlier versions answer `before` instead. New fields and operations are in every version: clients ignore them.
 */
const ADDED_VALUES = {
  /** By the name of the enum in the OpenAPI document. */
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

/** A value of an enum of answers as a version of the contract has it. */
export function valueIn<Name extends keyof typeof ADDED_VALUES, Value extends string>(
  version: ContractVersion,
  name: Name,
  value: Value,
): Value | (typeof ADDED_VALUES)[Name]['before'] {
  const { since, values, before }: AddedValues = ADDED_VALUES[name];
  return isBefore(version, since) && values.includes(value) ? (before as (typeof ADDED_VALUES)[Name]['before']) : value;
}

/** The schemas of a document as a version of the contract has them: enums of answers without the values that came later. */
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
