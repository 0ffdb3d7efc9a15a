import * as z from 'zod';

/** JSON Schema draft 2020-12, as OpenAPI 3.1 uses it. */
export type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

const getRef = (id: string) => `#/components/schemas/${id}`;

/** @throws Error if the schema has no id: every request and response schema needs one. */
export const reference = (schema: z.ZodType): JsonSchema => ({ $ref: getRef(toId(schema)) });

function toId(schema: z.core.$ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('this schema needs an id: .meta({ id: … })');
  return id;
}

/** Requests as before parsing (zod's input), responses as sent (output). @throws Error if a name differs in the two. */
export function componentSchemas({ requests, answers }: { requests: unknown; answers: unknown }) {
  const [asRequest, asAnswer] = [registered('input'), registered('output')];
  const [inRequests, inAnswers] = [reached(asRequest, requests), reached(asAnswer, answers)];
  const both = [...inRequests].filter((id) => inAnswers.has(id));
  const differing = both.find((id) => JSON.stringify(asRequest[id]) !== JSON.stringify(asAnswer[id]));
  if (differing) throw new Error(`${differing} differs between requests and responses: give it two names`);
  const found = Object.keys(asAnswer).filter((id) => inRequests.has(id) || inAnswers.has(id));
  return Object.fromEntries(found.map((id) => [id, (inRequests.has(id) ? asRequest : asAnswer)[id]]));
}

export function parameters(shape: z.ZodObject, place: 'path' | 'query' | 'header') {
  return Object.entries(shape.shape).map(([name, given]) => {
    const schema = given as z.ZodType;
    const { description, examples, ...rest } = published(
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: publish('input') }),
    );
    const [example] = (examples ?? []) as unknown[];
    return {
      name,
      in: place,
      required: place === 'path' || !schema.safeParse(undefined).success,
      ...(description ? { description } : {}),
      ...(example === undefined ? {} : { example }),
      schema: { ...rest, ...getDefault(schema) },
    };
  });
}

/** zod's own JSON Schema omits the default where parsing changes the type. */
function getDefault(schema: z.ZodType): JsonSchema {
  return schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {};
}

function registered(io: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: getRef,
    io,
    unrepresentable: 'any',
    override: publish(io),
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, published(schema)]));
}

function reached(schemas: Record<string, JsonSchema>, part: unknown): ReadonlySet<string> {
  const namesIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id = '']) => id);
  const found = new Set(namesIn(part));
  // Iteration over a Set includes entries added on the way.
  for (const id of found) for (const next of namesIn(schemas[id] ?? {})) found.add(next);
  return found;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;
function publish(io: Direction): Override {
  return ({ zodSchema, jsonSchema }) => {
    // Responses gain fields over time: a client that rejects unknown ones would break.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // A query list that is documented as text.
    if (jsonSchema.type === 'string') {
      delete jsonSchema.items;
      delete jsonSchema.maxItems;
    }
    // A query number is text until it is parsed.
    if (jsonSchema.type !== 'string') delete jsonSchema.pattern;
    if ('example' in jsonSchema) {
      jsonSchema.examples = [jsonSchema.example];
      delete jsonSchema.example;
    }
    if (zodSchema instanceof z.ZodDiscriminatedUnion) jsonSchema.discriminator = getDiscriminator(zodSchema);
  };
}

/** Without the mapping, clients take discriminator values for schema names. */
function getDiscriminator({ def }: z.ZodDiscriminatedUnion) {
  const propertyName = def.discriminator;
  const mapping = def.options.flatMap((option) =>
    [...(option._zod.propValues?.[propertyName] ?? [])].map((value) => [value, getRef(toId(option))]),
  );
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Drops the keywords of a standalone document; `$defs` references become component references. */
function published(schema: object): JsonSchema {
  const { $schema: _schema, $id: _id, id: _name, $defs: _definitions, ...rest } = schema as JsonSchema;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${getRef('')}`)) as JsonSchema;
}
