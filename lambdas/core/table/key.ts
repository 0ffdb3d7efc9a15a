type Holes<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : Hole) | Holes<Rest>
  : never;
type Numeric<T extends string> = T extends `${string}{${infer Hole}}${infer Rest}`
  ? (Hole extends `${infer Name}:${string}` ? Name : never) | Numeric<Rest>
  : never;

/** Numbers for placeholders with a width, text for the others. */
export type KeyInput<T extends string> = { readonly [K in Holes<T>]: K extends Numeric<T> ? number : string };

const HOLE = /\{(\w+)(?::(\d+))?\}/g;

/**
 * `key('h#{chain}', { chain: '1' })` is `h#1`. `{block:10}` pads to 10 digits, so that keys sort like numbers. Throws
 * if a value is missing, contains a separator or exceeds its width.
 */
export function key<const T extends string>(template: T, input: KeyInput<T>): string {
  return filled(template, input, false);
}

/** Up to the first placeholder without a value: the prefix of a range. */
export function keyPrefix<const T extends string>(template: T, input: Partial<KeyInput<T>>): string {
  return filled(template, input, true);
}

/** The inverse of `key`. Throws if the text does not match the template. */
export function parseKey<const T extends string>(template: T, text: unknown): KeyInput<T> {
  const { pattern, holes } = parse(template);
  const match = pattern.exec(String(text));
  if (!match) throw new Error(`${template}: ${text} does not match the template`);
  return Object.fromEntries(
    holes.map(({ name, width }, i) => [name, width === undefined ? match[i + 1] : Number(match[i + 1])]),
  ) as KeyInput<T>;
}

/** Sorts after every key with this prefix: keys consist of digits, hex, letters and `#`, all below `~`. */
export const after = (prefix: string): string => `${prefix}~`;

/** The lowest bound above `key`: digits, letters and `#` all sort above `!`. */
export const justAbove = (key: string): string => `${key}!`;

/** The highest bound below `key`: no key lies between the two, as keys end in a digit. */
export const justBelow = (key: string): string =>
  `${key.slice(0, -1)}${String.fromCharCode(key.charCodeAt(key.length - 1) - 1)}~`;

export const blockDigits = (block: number): string => String(block).padStart(10, '0');

/** The entity's literal, also used as IAM leading key. */
export const toLiteral = (template: string): string => template.split('{', 1)[0] ?? '';

interface Hole {
  readonly before: string;
  readonly name: string;
  readonly width?: number;
}
/** Cached, as lists fill one for every row. `end`: the text after the last placeholder. */
interface Template {
  readonly holes: readonly Hole[];
  readonly end: string;
  readonly pattern: RegExp;
}
const templates = new Map<string, Template>();

function parse(template: string): Template {
  const known = templates.get(template);
  if (known) return known;
  let from = 0;
  const holes = [...template.matchAll(HOLE)].map((match): Hole => {
    const [hole, name = '', width] = match;
    const before = template.slice(from, match.index);
    from = match.index + hole.length;
    return { before, name, ...(width === undefined ? {} : { width: Number(width) }) };
  });
  const end = template.slice(from);
  const literal = (text: string) => text.replace(/[^\w#~]/g, '\\$&');
  const source = holes.map(({ before, width }) => literal(before) + (width === undefined ? '([^#]+)' : '(\\d+)'));
  const made = { holes, end, pattern: new RegExp(`^${source.join('')}${literal(end)}$`) };
  templates.set(template, made);
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
