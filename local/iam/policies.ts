import * as z from 'zod';

const texts = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
const operands = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), z.array(z.string())]).transform((value) => [value].flat().map(String)),
);
const Effect = z.enum(['Allow', 'Deny']);
const shared = { Sid: z.string().optional(), Effect, Action: texts };
// Other operators are rejected: ignoring a condition would allow calls that AWS denies.
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

export const RolePolicy = document(z.strictObject({ ...shared, Resource: texts, Condition }));
export const ResourcePolicy = document(
  z.strictObject({
    ...shared,
    Resource: texts,
    Condition,
    Principal: z.union([z.literal('*'), z.strictObject({ Service: texts }), z.strictObject({ AWS: z.unknown() })]),
  }),
);
export const TrustPolicy = document(z.strictObject({ ...shared, Principal: z.strictObject({ Service: texts }) }));
