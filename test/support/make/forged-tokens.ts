import * as fc from 'fast-check';
import { anyText } from './text';

type Parts = [version: unknown, query: unknown, cut: unknown, after: unknown, density: unknown, items: unknown];
const encoded = (text: string): string => Buffer.from(text).toString('base64url');
const getToken = (parts: unknown): string => encoded(JSON.stringify(parts));
const toText = (token: string): string => Buffer.from(token, 'base64url').toString();
const getParts = (token: string): Parts => JSON.parse(toText(token)) as Parts;

const numbers = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, -1, 0.5, 1e-300, 5e-324, 100, 101, 2 ** 31, 2 ** 53, 1e21, 1e308),
);
/** Characters and prefixes of all lists' keys. */
const keyLike = fc.oneof(
  fc.stringMatching(/^[0-9a-f#~!]{0,40}$/),
  fc.constantFrom('', '#', '~', '~~', '!', ' ', '0', '2#', '7#', '8#', '~m', '~d#', 'n#', '\0', '\uffff', '\u{10000}'),
);
const texts = fc.oneof(keyLike, anyText({ maxLength: 20 }), fc.string({ maxLength: 300 }), fc.constant('\ud800'));
const deep = fc.integer({ min: 1, max: 90 }).map((n) => JSON.parse('['.repeat(n) + ']'.repeat(n)) as unknown);
const prototype = fc.constant(JSON.parse('{"__proto__":{"after":"1"},"constructor":1}') as unknown);
const anything = fc.oneof(numbers, texts, fc.jsonValue({ maxDepth: 2 }), deep, prototype);

const near = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(text.length), fc.nat(2), texts)
    .map(([at, removed, added]) => text.slice(0, at) + added.slice(0, 3) + text.slice(at + removed));
const nearValue = (value: unknown): fc.Arbitrary<unknown> => (typeof value === 'string' ? near(value) : numbers);
const oneOf = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);

/** Page tokens as a caller may edit them: bound to the same query, with any other content. */
export function forgedTokens(real: readonly string[]): fc.Arbitrary<string> {
  const all = real.map(getParts);
  const keys = all.flatMap(([, , , after, , items]) => [after, ...(items as unknown[])]);
  const [version, query] = all[0] ?? [];
  const someKey = oneOf(keys).chain((one) => fc.oneof(fc.constant(one), nearValue(one), keyLike, anything));
  const cut = oneOf(all.map((one) => one[2]));
  const parts = fc.tuple(
    fc.oneof({ weight: 9, arbitrary: fc.constant(version) }, { weight: 1, arbitrary: anything }),
    fc.constant(query),
    fc.oneof({ weight: 2, arbitrary: cut }, cut.chain(nearValue), anything),
    fc.oneof({ weight: 3, arbitrary: someKey }, keyLike, anything),
    fc.oneof({ weight: 3, arbitrary: oneOf([0.01, 1, 100]) }, numbers, anything),
    fc.oneof({ weight: 3, arbitrary: fc.array(fc.oneof(someKey, fc.constant(null)), { maxLength: 6 }) }, anything),
  );
  return fc.oneof(
    { weight: 6, arbitrary: parts.map(getToken) },
    fc.tuple(parts, fc.nat(5)).map(([one, at]) => getToken(one.toSpliced(at, 1))),
    fc.tuple(parts, anything).map(([one, more]) => getToken([...one, more])),
    oneOf(real).chain(near),
    oneOf(real).chain((one) => near(toText(one)).map(encoded)),
    anything.map(getToken),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    anyText(),
  );
}

export function editedTokens(real: string): string[] {
  const [version, query, cut, after, density, items] = getParts(real) as [
    1,
    string,
    unknown,
    string,
    number,
    unknown[],
  ];
  const edited = (own: unknown, from: string, hints: unknown[]) =>
    getToken([version, query, own, from, density, hints]);
  const every = (text: string | null) => Array<string | null>(5).fill(text);
  const transaction = after.slice(0, 16);
  return [
    edited(cut, '!', every('!')),
    edited(cut, '0', every('0')),
    edited(cut, '~~', every('!')),
    edited(cut, '8#~', every('7#')),
    edited(cut, '~~', items),
    // Within a transaction's rows.
    edited(cut, transaction, every(transaction)),
    edited(cut, `${transaction}#0000000`, every(null)),
    // Within an item, claimed to be absent from one or all lists.
    edited(cut, after, every(null)),
    ...items.map((_, i) => edited(cut, after, items.with(i, null))),
    // Ordered differently in UTF-16 and UTF-8.
    edited('\uffff', '\u{10000}', every('\u{10000}')),
    edited(-1, after, items),
    edited(2 ** 53 - 1, after, items),
  ];
}
