import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { AttributeValue } from '../../../local/dynamodb/dynalite';
import { cachedParse } from '../../../local/dynamodb/expressions';
import { runs } from '../../support/full';

const require = createRequire(import.meta.url);
const { compare } = require('dynalite/db');
/** The original parser of dynalite: other tests of this thread may have loaded a wrapped one. */
function loadParser(name: string): ReturnType<typeof cachedParse> {
  const file = require.resolve(`dynalite/db/${name}Parser`);
  const loaded = require.cache[file];
  delete require.cache[file];
  const { parse } = require(file);
  if (loaded) require.cache[file] = loaded;
  return parse;
}
const parsers = {
  condition: loadParser('condition'),
  update: loadParser('update'),
  projection: loadParser('projection'),
};

const path = fc.constantFrom('#a', '#b', '#none', 'c', 'name', '#a.#b', 'c[1].d');
const operand = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(':x', ':y', ':z') }, path, fc.constant(':none'));
const fill = (template: string) =>
  fc.array(operand, { minLength: 4, maxLength: 4 }).map((operands) => {
    let i = 0;
    return template.replace(/%/g, () => operands[i++ % 4] as string);
  });
const toTexts = (templates: readonly string[]) => fc.constantFrom(...templates).chain(fill);
const CONDITIONS = [
  'c BETWEEN :x AND :y',
  '% = %',
  '% BETWEEN % AND %',
  '% IN (%, %)',
  'begins_with(%, %)',
  'contains(%, %)',
  'size(%) < %',
];
const MORE = [
  'attribute_exists(%)',
  'attribute_type(%, %)',
  'NOT (% > %)',
  '((% = %))',
  'wrong(%)',
  '% =',
  'c = % or % <> c',
];
const UPDATES = [
  'SET % = %',
  'SET % = if_not_exists(%, %)',
  'ADD % %',
  'DELETE % %',
  'REMOVE %',
  'SET % = % + %',
  'SET %',
];
const expression = fc.oneof(
  fc.tuple(fc.constant('condition' as const), toTexts([...CONDITIONS, ...MORE])),
  fc.tuple(
    fc.constant('condition' as const),
    fc.tuple(toTexts(CONDITIONS), toTexts(CONDITIONS)).map((two) => two.join(' AND ')),
  ),
  fc.tuple(fc.constant('update' as const), toTexts(UPDATES)),
  fc.tuple(fc.constant('projection' as const), toTexts(['%', '%, %', '%,'])),
);
const value: fc.Arbitrary<AttributeValue> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('', 'a', 'b', 'S').map((S) => ({ S })) },
  fc.integer({ min: 1, max: 12 }).map((N) => ({ N: `${N}` })),
  fc.constantFrom<AttributeValue>({ L: [] }, { SS: ['a'] }, { BOOL: true }, { M: { a: { S: 'b' } } }),
);
const values = fc.record({ ':x': value, ':y': value, ':z': value });

type Values = Readonly<Record<string, AttributeValue>>;
function tried(parse: ReturnType<typeof cachedParse>, text: string, attrVals: Values) {
  const attrNames = { '#a': 'first', '#b': 'second' };
  const unusedAttrNames: Record<string, true> = { '#a': true, '#b': true };
  const unusedAttrVals: Record<string, true> = { ':x': true, ':y': true, ':z': true };
  const isReserved = (name: string) => name === 'name';
  try {
    const parsed = parse(text, {
      context: { attrNames, attrVals, unusedAttrNames, unusedAttrVals, compare, isReserved } as never,
    });
    return typeof parsed === 'string' ? parsed : { parsed, unusedAttrNames, unusedAttrVals };
  } catch (error) {
    return (error as Error).message;
  }
}

test('a cached expression is parsed as by dynalite, regardless of earlier values', () => {
  const outcomes = { refused: 0, parsed: 0, reused: 0 };
  void fc.assert(
    fc.property(expression, fc.array(values, { minLength: 2, maxLength: 5 }), ([kind, text], series) => {
      let calls = 0;
      const cached = cachedParse((given, options) => {
        calls++;
        return parsers[kind](given, options);
      });
      for (const attrVals of series) {
        calls = 0;
        const outcome = tried(cached, text, attrVals);
        expect(outcome).toEqual(tried(parsers[kind], text, attrVals));
        outcomes[typeof outcome === 'string' ? 'refused' : calls === 0 ? 'reused' : 'parsed']++;
      }
    }),
    runs(500),
  );
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(50);
});

const B = { S: 'b' };
test.each([
  ['c IN (:x, :y)', { ':x': B, ':y': B }, { ':x': B, ':y': { S: 'a' } }],
  ['c BETWEEN :x AND :y', { ':x': { S: 'a' }, ':y': B }, { ':x': B, ':y': { S: 'a' } }],
  ['attribute_type(c, :x)', { ':x': { S: 'N' } }, { ':x': { S: 'unknown' } }],
])('%s is evaluated with the values of its own request', (text, first, second) => {
  const cached = cachedParse(parsers.condition);
  tried(cached, text, first);
  expect(tried(cached, text, second)).toEqual(tried(parsers.condition, text, second));
});
