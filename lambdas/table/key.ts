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
  const values = input as Readonly<Record<string, string | number>>;
  return template.replace(HOLE, (_, name: string, width?: string) => fill(template, name, width, values[name]));
}

/** The same, up to the first placeholder without a value: the prefix of a range. */
export function keyPrefix<const T extends string>(template: T, input: Partial<KeyInput<T>>): string {
  const values = input as Readonly<Record<string, string | number | undefined>>;
  let prefix = '';
  let from = 0;
  for (const match of template.matchAll(HOLE)) {
    const [hole, name = '', width] = match;
    prefix += template.slice(from, match.index);
    if (values[name] === undefined) return prefix;
    prefix += fill(template, name, width, values[name]);
    from = match.index + hole.length;
  }
  return prefix + template.slice(from);
}

/**
 * Sorts after every key that starts with `prefix`: keys consist of digits, hexadecimals, letters and `#`, all below
 * `~`.
 */
export const after = (prefix: string): string => `${prefix}~`;

/** The text before the first placeholder: the entity's literal, and its IAM leading key. */
export const literalOf = (template: string): string => template.split('{', 1)[0] ?? '';

function fill(template: string, name: string, width: string | undefined, value: string | number | undefined): string {
  if (value === undefined || value === '') throw new Error(`${template}: ${name} is missing`);
  if (width === undefined) {
    if (typeof value !== 'string' || /[#~]/.test(value)) throw new Error(`${template}: ${name} cannot be ${value}`);
    return value;
  }
  const text = String(value).padStart(Number(width), '0');
  if (!/^\d+$/.test(text) || text.length > Number(width)) throw new Error(`${template}: ${name} cannot be ${value}`);
  return text;
}
