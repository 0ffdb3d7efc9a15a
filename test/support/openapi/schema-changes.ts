import { type Document, resolveIn, type Schema } from './document';

/** The service reads requests; clients read responses. */
export type ReadBy = 'service' | 'client';
type Pair = readonly [was: Schema, is: Schema];

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

/** `service`: old requests must stay valid. `client`: only known values, and every required field. */
export function schemaChanges(documents: readonly [Document, Document], readBy: ReadBy) {
  const resolved = (schema: Schema, document: Document): Schema =>
    schema.$ref ? ((resolveIn(document, schema.$ref) ?? {}) as Schema) : schema;
  const seen = new Set<string>();
  const askedFor = valuesOfRequests(documents[1]);
  const chosen = schemasOfBodies(documents[1]);
  /** Values that callers choose in a body: clients that never send a new one never receive it. */
  const isChosen = ({ $ref }: Schema): boolean => readBy === 'client' && $ref !== undefined && chosen.has($ref);
  return function compare(at: string, given: Pair): string[] {
    const refs = given.map(({ $ref }) => $ref);
    // Recursive and shared schemas are compared once.
    if (refs[0] && seen.has(String(refs))) return [];
    seen.add(String(refs));
    const pair: Pair = [resolved(given[0], documents[0]), resolved(given[1], documents[1])];
    const [was, is] = pair;
    const inner = (part: string, before?: Schema, after?: Schema) =>
      before && after ? compare(`${at}${part}`, [before, after]) : [];
    return [
      ...typeChange(pair).map((change) => `${at}: ${change}`),
      ...(isChosen(given[1]) ? [] : valueChanges(pair, readBy)).map((change) => `${at}: ${change}`),
      ...(readBy === 'service' ? boundChanges(pair).map((change) => `${at}: ${change}`) : []),
      ...fieldChanges(pair, readBy).map((change) => `${at}${change}`),
      ...variantChanges(pair, readBy, askedFor).map((change) => `${at}: ${change}`),
      ...Object.entries(was.properties ?? {}).flatMap(([name, before]) =>
        inner(`.${name}`, before, is.properties?.[name]),
      ),
      ...inner('[]', was.items, is.items),
      ...getVariants(was).flatMap((variant) =>
        inner(
          '',
          variant,
          getVariants(is).find((one) => getName(one) === getName(variant)),
        ),
      ),
    ];
  };
}

const typeChange = ([was, is]: Pair): string[] =>
  was.type === is.type ? [] : [`type ${was.type ?? 'of variants'} became ${is.type ?? 'of variants'}`];

const getValues = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum);
/** Values that the service now rejects, or that are new to clients with the old list. */
function valueChanges([was, is]: Pair, readBy: ReadBy): string[] {
  const [before, after] = [getValues(was), getValues(is)];
  if (readBy === 'service')
    return after ? missing(before ?? ['any other value'], after).map((v) => `takes no ${v} any more`) : [];
  return before ? missing(after ?? ['any value'], before).map((value) => `may be ${value}`) : [];
}
const missing = (values: readonly unknown[], from: readonly unknown[]) => values.filter((one) => !from.includes(one));

function boundChanges([was, is]: Pair): string[] {
  const tighter = [
    ...LOWER.filter((bound) => (is[bound] ?? -Infinity) > (was[bound] ?? -Infinity)),
    ...UPPER.filter((bound) => (is[bound] ?? Infinity) < (was[bound] ?? Infinity)),
    ...(is.pattern !== undefined && is.pattern !== was.pattern ? (['pattern'] as const) : []),
  ];
  return tighter.map((bound) => `${bound} ${was[bound] ?? 'none'} became ${is[bound]}`);
}

function fieldChanges([was, is]: Pair, readBy: ReadBy): string[] {
  const fields = Object.keys(was.properties ?? {});
  const gone = fields.filter((name) => !is.properties?.[name]);
  const [before = [], after = []] = [was.required, is.required];
  const demanded = readBy === 'service' ? missing(after, before) : [];
  const optional = readBy === 'client' ? missing(before, after).filter((name) => !gone.includes(String(name))) : [];
  return [
    ...gone.map((name) => `.${name}: is gone`),
    ...demanded.map((name) => `.${name}: is required`),
    ...optional.map((name) => `.${name}: may be absent`),
  ];
}

const getVariants = ({ oneOf, anyOf }: Schema) => oneOf ?? anyOf ?? [];
const getName = ({ $ref, type }: Schema) => $ref?.split('/').at(-1) ?? String(type);
/** A new response variant is compatible if requests select its kind: clients that never request it never receive it. */
function variantChanges([was, is]: Pair, readBy: ReadBy, askedFor: ReadonlySet<string>): string[] {
  const [before, after] = [getVariants(was).map(getName), getVariants(is).map(getName)];
  if (before.length === 0 || after.length === 0) return [];
  return readBy === 'service'
    ? missing(before, after).map((name) => `takes no ${name} any more`)
    : missing(after, before)
        .filter((name) => !getKinds(is, String(name)).some((kind) => askedFor.has(kind)))
        .map((name) => `may be ${name}`);
}

const getKinds = ({ discriminator }: Schema, variant: string): string[] =>
  Object.entries(discriminator?.mapping ?? {}).flatMap(([kind, $ref]) => (getName({ $ref }) === variant ? [kind] : []));

const getBodies = ({ paths }: Document) =>
  Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));

/** References that request bodies contain, also those within others. */
function schemasOfBodies(document: Document): Set<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value as Schema;
    if ($ref !== undefined && !found.has($ref)) {
      found.add($ref);
      visit(resolveIn(document, $ref));
    }
    for (const one of Object.values(value)) visit(one);
  };
  visit(getBodies(document));
  return found;
}

function valuesOfRequests(document: Document): Set<string> {
  const schemas = getBodies(document).map(
    ({ schema }) => (schema.$ref ? resolveIn(document, schema.$ref) : schema) as Schema,
  );
  return new Set(schemas.flatMap(({ discriminator }) => Object.keys(discriminator?.mapping ?? {})));
}
