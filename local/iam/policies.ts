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
