import * as fc from 'fast-check';
import { shortenTexts } from '../../../lambdas/core/node/shorten-texts';
import { repeatedRuns } from '../../support/full';
import { anyText } from '../../support/make/text';

const MAX = 10;

const text = fc.oneof(anyText(), fc.string({ unit: fc.constantFrom('"', '\n', '\u0000', '\u2028', '\ud83d', 'é') }));
// `JSON.parse` of V8 13.6 misreads an escaped name such as `"\n"` as a backslash after an object with that name.
const name = text.filter((one) => !['__proto__', 'constructor'].includes(one) && !one.includes('\\'));

/** A text cut to the first MAX bytes of its JSON, or whole if a backslash is among them. */
function shortened(text: string): string {
  const bytes = Buffer.from(JSON.stringify(text).slice(1, -1));
  const start = bytes.subarray(0, MAX);
  return start.includes('\\') ? text : start.toString('utf8');
}
function expected(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [shortened(name), expected(of)]));
}

async function read(json: string, sizes: readonly number[]): Promise<unknown> {
  const bytes = Buffer.from(json);
  const parts: Uint8Array[] = [];
  const body = (async function* () {
    for (let [at, i] = [0, 0]; at < bytes.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      yield Buffer.from(bytes.subarray(at, at + size));
      at += size;
    }
  })();
  for await (const part of shortenTexts(body, MAX, 0)) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

test('every text in any JSON is cut to its first bytes, for any chunking of the stream', async () => {
  let cut = 0;
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '"', '\\', 'é', '\n', '\u2028', '{', ':', ','), maxLength: 30 }),
    anyText({ maxLength: 30 }),
  );
  const json = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      texts,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      tie('list'),
      tie('fields'),
    ),
    list: fc.array(tie('any'), { maxLength: 5 }),
    fields: fc.dictionary(name, tie('any'), { maxKeys: 5 }),
  })).any;
  await fc.assert(
    fc.asyncProperty(json, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), async (value, sizes) => {
      const text = JSON.stringify(value);
      const found = await read(text, sizes);
      expect(found).toEqual(expected(JSON.parse(text)));
      cut += JSON.stringify(found) === text ? 0 : 1;
    }),
    repeatedRuns(300),
  );
  expect(cut).toBeGreaterThan(50);
});

test('the input of a call is cut, while its hash and error stay whole', async () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const parts: Uint8Array[] = [];
  const body = JSON.stringify({ input: `0x${'cd'.repeat(5_000)}`, hash, error: 'execution reverted: "no\\"' });
  for await (const part of shortenTexts(
    (async function* () {
      yield Buffer.from(body);
    })(),
    66,
    0,
  ))
    parts.push(part);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual({
    ...{ input: `0x${'cd'.repeat(32)}`, hash },
    error: 'execution reverted: "no\\"',
  });
});

test('a text that starts within the threshold stays whole, and a later one is cut', async () => {
  const body = JSON.stringify(['a'.repeat(30), 'b'.repeat(30), '\\'.repeat(30), 'c'.repeat(30)]);
  const parts: Uint8Array[] = [];
  const source = (async function* () {
    yield Buffer.from(body);
  })();
  for await (const part of shortenTexts(source, MAX, 40)) parts.push(part);
  expect(JSON.parse(Buffer.concat(parts).toString())).toEqual([
    ...['a'.repeat(30), 'b'.repeat(30), '\\'.repeat(30)],
    'c'.repeat(MAX),
  ]);
});
