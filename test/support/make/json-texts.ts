import fc from 'fast-check';

const space = fc.constantFrom('', '', ' ', '\n', '\t', '\r\n', '  ');

export const jsonText: fc.Arbitrary<string> = fc
  .tuple(fc.jsonValue({ maxDepth: 4 }), fc.infiniteStream(space))
  .map(([value, spaces]) => written(value, () => spaces.next().value ?? ''));

/** JSON damaged at one place, or plain text. */
export const nearlyJson: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(jsonText, fc.nat(), fc.nat({ max: 3 }), fc.constantFrom(...'{}[]",:\\eE+-.0129truefalsn u\u0001\u00a0é'))
      .map(([text, place, cut, inserted]) => {
        const at = place % (text.length + 1);
        return (text.slice(0, at) + inserted + text.slice(at + cut)).toWellFormed();
      }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme' }) },
);

/** Beyond JavaScript's range as well. */
export const numberText: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt(0n, 10n ** 30n),
    fc.option(fc.stringMatching(/^\d{1,25}$/), { nil: undefined }),
    fc.constantFrom('', 'e5', 'E-7', 'e+0'),
  )
  .map(
    ([sign, whole, fraction, exponent]) => `${sign}${whole}${fraction === undefined ? '' : `.${fraction}`}${exponent}`,
  );

/** With unnecessary escapes. */
export const stringText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom('\\u0041', '\\/', '\\ud800', '\\uD83D\\uDE00', '\\u0000', '\\"', '\\\\'),
    ),
    { maxLength: 5 },
  )
  .map((parts) => `"${parts.join('')}"`);

function written(value: unknown, between: () => string): string {
  const list = (open: string, parts: readonly string[], close: string) =>
    `${open}${between()}${parts.join(`${between()},${between()}`)}${between()}${close}`;
  if (Array.isArray(value))
    return list(
      '[',
      value.map((one) => written(one, between)),
      ']',
    );
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}${between()}:${between()}${written(one, between)}`,
  );
  return list('{', members, '}');
}
