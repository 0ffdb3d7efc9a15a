import * as fc from 'fast-check';
import type { Item } from '../../../lambdas/core/table/item';
import { anyText } from '../make/text';

/** With all that JSON escapes, including half characters. */
export const text = fc.oneof(
  anyText(),
  fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u2028', '\ud83d', 'é') }),
);
/** V8 13.6's `JSON.parse` confuses escaped names such as `"\n"` with a backslash, so AWS's SDK loses them. */
export const name = text.filter((one) => !['__proto__', 'constructor'].includes(one) && !one.includes('\\'));
export const number = fc.oneof(fc.maxSafeInteger(), fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 }));

const bytes = fc.oneof(
  fc.uint8Array(),
  // Views of other bytes.
  fc.uint8Array({ minLength: 2 }).map((all) => all.subarray(1)),
  fc.uint8Array().map((all) => Buffer.from(all)),
);
export const set = fc.oneof(
  fc.array(text, { minLength: 1 }).map((members) => new Set<unknown>(members)),
  fc.array(bytes, { minLength: 1 }).map((members) => new Set<unknown>(members)),
);
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null), bytes, set);

type Values = fc.Arbitrary<unknown>;
export const orUndefined = (value: Values): Values => fc.option(value, { nil: undefined });

export const valueWith = (field: (value: Values) => Values): Values =>
  fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, field(tie('value')), { maxKeys: 4 }),
    ),
  })).value;
export const value = valueWith((field) => field);
export const values = fc.dictionary(name, orUndefined(value), { maxKeys: 4 });

export const key = fc.record({ pk: text, sk: text });
export const item: fc.Arbitrary<Item> = fc
  .tuple(values as fc.Arbitrary<Omit<Item, 'pk' | 'sk'>>, key)
  .map(([attributes, own]) => ({ ...attributes, ...own }));
