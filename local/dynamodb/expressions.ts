import { createRequire } from 'node:module';
import type { AttributeValue } from './dynalite';

/** The parts of a request that a parser reads, and the names that no expression of the request has used yet. */
interface Context {
  readonly attrNames?: Readonly<Record<string, string>>;
  readonly attrVals?: Readonly<Record<string, AttributeValue>>;
  readonly unusedAttrNames?: Record<string, true>;
  readonly unusedAttrVals?: Record<string, true>;
  readonly compare: (operator: 'GT', a: AttributeValue, b: AttributeValue) => boolean;
}
type Parse = (text: string, options: { readonly context: Context }) => unknown;

/** A parsed expression with a `Placeholder` wherever it has a value. */
interface Template {
  readonly parsed: unknown;
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** The bounds of each BETWEEN between two values: the parser refuses a lower one above the upper. */
  readonly bounds: readonly (readonly [lower: string, upper: string])[];
}
class Placeholder {
  constructor(readonly name: string) {}
}

/** The service's code has some hundred expressions; lists of operands (`IN`) add some for each length. */
const MAX_CACHED_EXPRESSIONS = 2_000;

/**
 * Lets dynalite parse an expression once for all requests that differ in their values only: its parsers take 0.1 ms,
 * half of a small request. They check the names and the types of values, so both are part of the cache's key. Of values
 * themselves they check the bounds of a BETWEEN and the type of `attribute_type`, which is not cached; nor are errors.
 */
export function cacheParsedExpressions(): void {
  const require = createRequire(import.meta.url);
  for (const name of ['condition', 'update', 'projection']) {
    const parser = require(`dynalite/db/${name}Parser`) as { parse: Parse };
    parser.parse = cachedParse(parser.parse);
  }
}

/** A parser that gives what `parse` gives, parsing once for each text, names and types of values. */
export function cachedParse(parse: Parse): Parse {
  const templates = new Map<string, Template>();
  return (text, { context }) => {
    if (/attribute_type/i.test(text)) return parse(text, { context });
    const { attrNames = {}, attrVals = {} } = context;
    const key = JSON.stringify([
      text,
      attrNames,
      Object.entries(attrVals).map(([name, value]) => [name, getType(value)]),
    ]);
    let template = templates.get(key);
    if (!template) {
      const made = getTemplate(parse, text, context);
      if (!made) return parse(text, { context });
      if (templates.size >= MAX_CACHED_EXPRESSIONS) templates.clear();
      templates.set(key, made);
      template = made;
    }
    const valueNamed = (name: string) => attrVals[name] as AttributeValue;
    const areTurned = template.bounds.some(([lower, upper]) =>
      context.compare('GT', valueNamed(lower), valueNamed(upper)),
    );
    if (areTurned) return parse(text, { context });
    for (const name of template.names) delete context.unusedAttrNames?.[name];
    for (const name of template.values) delete context.unusedAttrVals?.[name];
    return replace(template.parsed, (node) => (node instanceof Placeholder ? valueNamed(node.name) : undefined));
  };
}

const getType = (value: AttributeValue) => Object.keys(value)[0];

/** undefined if the expression is refused. */
function getTemplate(parse: Parse, text: string, context: Context): Template | undefined {
  const { attrNames = {}, attrVals = {} } = context;
  const unusedAttrNames = allOf(attrNames);
  const unusedAttrVals = allOf(attrVals);
  // Copies, so that two names of one value are told apart.
  const copies = Object.fromEntries(Object.entries(attrVals).map(([name, value]) => [name, { ...value }]));
  const getName = new Map<unknown, string>(Object.entries(copies).map(([name, copy]) => [copy, name]));
  let parsed: unknown;
  try {
    parsed = parse(text, { context: { ...context, attrVals: copies, unusedAttrNames, unusedAttrVals } });
  } catch {
    return undefined;
  }
  // A text is the message of a refusal.
  if (typeof parsed === 'string') return undefined;
  const bounds: [string, string][] = [];
  const template = replace(parsed, (node) => {
    const { type, args } = node as { readonly type?: unknown; readonly args?: readonly unknown[] };
    const [lower, upper] = type === 'between' ? (args ?? []).slice(1).map((one) => getName.get(one)) : [];
    if (lower !== undefined && upper !== undefined) bounds.push([lower, upper]);
    const name = getName.get(node);
    return name === undefined ? undefined : new Placeholder(name);
  });
  return {
    parsed: template,
    names: Object.keys(attrNames).filter((name) => !(name in unusedAttrNames)),
    values: Object.keys(attrVals).filter((name) => !(name in unusedAttrVals)),
    bounds,
  };
}
const allOf = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, true as const]));

/** A copy in which the objects for which `by` gives one are replaced. */
function replace(node: unknown, by: (node: object) => unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const other = by(node);
  if (other !== undefined) return other;
  if (Array.isArray(node)) return node.map((one) => replace(one, by));
  return Object.fromEntries(Object.entries(node).map(([name, one]) => [name, replace(one, by)]));
}
