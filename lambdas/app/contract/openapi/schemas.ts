import * as z from 'zod';

/** A JSON Schema (draft 2020-12) of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;
type Direction = 'input' | 'output';

const getRef = (id: string) => `#/components/schemas/${id}`;

/** A reference to a named schema. @throws Error for one without a name: all that answers and requests have is named. */
export const reference = (schema: z.ZodType): JsonSchema => ({ $ref: getRef(toId(schema)) });

function toId(schema: z.core.$ZodType): string {
  const id = z.globalRegistry.get(schema)?.id;
  if (id === undefined) throw new Error('this schema needs an id: .meta({ id: … })');
  return id;
}

/**
 * The named schemas that parts of a document lead to: those of requests as they are before anything is parsed, those of
 * answers as they are sent.
 * @throws Error for a name whose schema is not the same in both.
 */
export function componentSchemas({ requests, answers }: { requests: unknown; answers: unknown }) {
  const [asRequest, asAnswer] = [registered('input'), registered('output')];
  const [inRequests, inAnswers] = [reached(asRequest, requests), reached(asAnswer, answers)];
  const both = [...inRequests].filter((id) => inAnswers.has(id));
  const differing = both.find((id) => JSON.stringify(asRequest[id]) !== JSON.stringify(asAnswer[id]));
  if (differing) throw new Error(`${differing} is not the same in requests and in answers: it needs two names`);
  const found = Object.keys(asAnswer).filter((id) => inRequests.has(id) || inAnswers.has(id));
  return Object.fromEntries(found.map((id) => [id, (inRequests.has(id) ? asRequest : asAnswer)[id]]));
}

/** The parameters of a path or query, or headers. */
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

/** What an absent parameter is taken for: the value after parsing, which zod leaves out where parsing changes the type. */
function getDefault(schema: z.ZodType): JsonSchema {
  return schema instanceof z.ZodDefault ? { default: schema.def.defaultValue } : {};
}

/** The schemas of the registry, by name. */
function registered(io: Direction): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: getRef,
    io,
    unrepresentable: 'any',
    override: publish(io),
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, published(schema)]));
}

/** Names of the schemas that a part of a document leads to, through others as well. */
function reached(schemas: Record<string, JsonSchema>, part: unknown): ReadonlySet<string> {
  const namesIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, id = '']) => id);
  const found = new Set(namesIn(part));
  // A set that grows while it is walked is walked to its new end.
  for (const id of found) for (const next of namesIn(schemas[id] ?? {})) found.add(next);
  return found;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>;
/** What zod's schemas lack, or have too much of, for those who read the document. */
function publish(io: Direction): Override {
  return ({ zodSchema, jsonSchema }) => {
    // Answers get new fields over time: a client that refuses unknown ones would break.
    if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // Of a list in a query that is documented as text.
    if (jsonSchema.type === 'string') {
      delete jsonSchema.items;
      delete jsonSchema.maxItems;
    }
    // Of a number in a query, which is text until it is parsed.
    if (jsonSchema.type !== 'string') delete jsonSchema.pattern;
    if ('example' in jsonSchema) {
      jsonSchema.examples = [jsonSchema.example];
      delete jsonSchema.example;
    }
    if (zodSchema instanceof z.ZodDiscriminatedUnion) jsonSchema.discriminator = getDiscriminator(zodSchema);
  };
}

/** Which value of the discriminator leads to which schema: without it, readers take values for names of schemas. */
function getDiscriminator({ def }: z.ZodDiscriminatedUnion) {
  const propertyName = def.discriminator;
  const mapping = def.options.flatMap((option) =>
    [...(option._zod.propValues?.[propertyName] ?? [])].map((value) => [value, getRef(toId(option))]),
  );
  return { propertyName, mapping: Object.fromEntries(mapping) };
}

/** Without the keywords of a document that stands alone. Definitions beside it are those of the registry. */
function published(schema: object): JsonSchema {
  const { $schema: _schema, $id: _id, id: _name, $defs: _definitions, ...rest } = schema as JsonSchema;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${getRef('')}`)) as JsonSchema;
}
