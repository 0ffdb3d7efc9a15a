type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : Hole) | Holes<Rest>
  : never;
type Numeric<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : never) | Numeric<Rest>
  : never;

/** The values of a template's placeholders: numbers for those with a width, text for the others. */
export type KeyInput<T extends string> = { readonly [K in Holes<T>]: K extends Numeric<T> ? number : string };

const HOLE = /\{(\w+)(?::(\d+))?\}/g;

/**
 * Fills a template: `key('h#{chain}', { chain: '1' })` is `h#1`; `{block:10}` pads to 10 digits, so that keys sort like
 * numbers. Throws on a value that contains a separator or exceeds its width.
 */
export function key<const T extends string>(template: T, input: KeyInput<T>): string {
  return filled(template, input, false);
}

/** The same, up to the first placeholder without a value: the prefix of a range. */
export function keyPrefix<const T extends string>(template: T, input: Partial<KeyInput<T>>): string {
  return filled(template, input, true);
}

/** By template: the pattern of its keys, and its placeholders with whether each is a number. */
const parsers = new Map<
  string,
  { readonly pattern: RegExp; readonly holes: readonly (readonly [string, boolean])[] }
>();

function parserOf(template: string) {
  const known = parsers.get(template);
  if (known) return known;
  const holes = [...template.matchAll(HOLE)].map(([, name = '', width]) => [name, width !== undefined] as const);
  const literals = template.split(/\{[^}]*\}/).map((literal) => literal.replace(/[^\w#~]/g, '\\$&'));
  const source = literals.reduce((all, literal, i) => `${all}${holes[i - 1]?.[1] ? '(\\d+)' : '([^#]+)'}${literal}`);
  const parser = { pattern: new RegExp(`^${source}$`), holes };
  parsers.set(template, parser);
  return parser;
}

/** The values in a key: the inverse of `key`. Throws if the text is no key of this template. */
export function parseKey<const T extends string>(template: T, text: unknown): KeyInput<T> {
  const { pattern, holes } = parserOf(template);
  const match = pattern.exec(String(text));
  if (!match) throw new Error(`${template}: ${text} is no such key`);
  return Object.fromEntries(
    holes.map(([name, isNumber], i) => [name, isNumber ? Number(match[i + 1]) : match[i + 1]]),
  ) as KeyInput<T>;
}

/**
 * Sorts after every key that starts with `prefix`: keys consist of digits, hexadecimals, letters and `#`, all below
 * `~`.
 */
export const after = (prefix: string): string => `${prefix}~`;

/** The text before the first placeholder: the entity's literal, and its IAM leading key. */
export const literalOf = (template: string): string => template.split('{', 1)[0] ?? '';

/** A hole, its width where it has one, and the text before it. */
interface Hole {
  readonly before: string;
  readonly name: string;
  readonly width?: number;
}
/** Templates are read once: a list fills one for every row. */
const parsed = new Map<string, { readonly holes: readonly Hole[]; readonly end: string }>();

function parse(template: string) {
  const known = parsed.get(template);
  if (known) return known;
  let from = 0;
  const holes = [...template.matchAll(HOLE)].map((match): Hole => {
    const [hole, name = '', width] = match;
    const before = template.slice(from, match.index);
    from = match.index + hole.length;
    return { before, name, ...(width === undefined ? {} : { width: Number(width) }) };
  });
  const made = { holes, end: template.slice(from) };
  parsed.set(template, made);
  return made;
}

function filled(template: string, input: object, isPrefix: boolean): string {
  const values = input as Readonly<Record<string, string | number | undefined>>;
  const { holes, end } = parse(template);
  let text = '';
  for (const { before, name, width } of holes) {
    text += before;
    const value = values[name];
    if (isPrefix && value === undefined) return text;
    text += fill(template, name, width, value);
  }
  return text + end;
}

function fill(template: string, name: string, width: number | undefined, value: string | number | undefined): string {
  if (value === undefined || value === '') throw new Error(`${template}: ${name} is missing`);
  if (width === undefined) {
    if (typeof value !== 'string' || /[#~]/.test(value)) throw new Error(`${template}: ${name} cannot be ${value}`);
    return value;
  }
  const text = String(value).padStart(width, '0');
  if (!/^\d+$/.test(text) || text.length > width) throw new Error(`${template}: ${name} cannot be ${value}`);
  return text;
}
