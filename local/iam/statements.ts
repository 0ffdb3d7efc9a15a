import * as z from 'zod';

const texts = z.union([z.string(), z.array(z.string())]).transform((given) => [given].flat());
/** Values by context key. */
const operands = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), z.array(z.string())]).transform((given) => [given].flat().map(String)),
);
const Effect = z.enum(['Allow', 'Deny']);
const shared = { Sid: z.string().optional(), Effect, Action: texts };
// Any other operator is refused: a condition that is ignored would allow what AWS denies.
const Condition = z
  .strictObject({
    'ForAllValues:StringLike': operands,
    Null: operands,
    Bool: operands,
    StringEquals: operands,
    ArnEquals: operands,
    ArnLike: operands,
  })
  .partial()
  .default({});
const document = <S extends z.ZodType>(statement: S) =>
  z.strictObject({ Version: z.literal('2012-10-17'), Statement: z.array(statement) });

/** The policy of a role. */
export const RolePolicy = document(z.strictObject({ ...shared, Resource: texts, Condition }));
/** The policy of a resource. */
export const ResourcePolicy = document(
  z.strictObject({
    ...shared,
    Resource: texts,
    Condition,
    Principal: z.union([z.literal('*'), z.strictObject({ Service: texts }), z.strictObject({ AWS: z.unknown() })]),
  }),
);
/** Who may assume a role: AWS services only. */
export const TrustPolicy = document(z.strictObject({ ...shared, Principal: z.strictObject({ Service: texts }) }));

/** A statement of a policy. */
export type Statement = z.output<typeof RolePolicy>['Statement'][number];

/** Something that is about to be done. */
export interface Access {
  /** Such as `dynamodb:GetItem`. */
  readonly action: string;
  /** ARN. */
  readonly resource: string;
  /** Values by context key, such as `dynamodb:LeadingKeys`; a key without values is absent. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

type Operator = (wanted: readonly string[], actual: readonly string[] | undefined) => boolean;
const equals: Operator = (wanted, actual) => actual?.some((value) => wanted.includes(value)) ?? false;
const like: Operator = (wanted, actual) => actual?.some((value) => covers(wanted, value)) ?? false;
const OPERATORS: Readonly<Record<keyof Statement['Condition'], Operator>> = {
  'ForAllValues:StringLike': (wanted, actual = []) => actual.every((value) => covers(wanted, value)),
  Null: (wanted, actual) => wanted.includes(String(actual === undefined)),
  Bool: equals,
  StringEquals: equals,
  ArnEquals: like,
  ArnLike: like,
};

/** Whether these statements allow an access, and none of them denies it (IAM's policy evaluation, within one account). */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const applying = statements.filter((statement) => applies(statement, access));
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny');
}

function applies({ Action, Resource, Condition }: Statement, { action, resource, context = {} }: Access): boolean {
  if (!covers(Action, action) || !covers(Resource, resource)) return false;
  return (Object.keys(Condition) as (keyof typeof Condition)[]).every((operator) =>
    Object.entries(Condition[operator] ?? {}).every(([key, wanted]) => OPERATORS[operator](wanted, context[key])),
  );
}

const compiled = new Map<string, RegExp>();

/** IAM's wildcards: `*` for any text, `?` for one character. */
export function covers(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const known = compiled.get(pattern) ?? compile(pattern);
    compiled.set(pattern, known);
    return known.test(text);
  });
}

function compile(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\*/g, '.*').replace(/\?/g, '.')}$`, 's');
}
