import fc from 'fast-check';
import { JsonSyntaxError } from '../../../../lambdas/pchain/domain/json-rpc/json-scanner';
import { firstValue } from '../../../../lambdas/pchain/domain/json-rpc/json-text';
import { jsonText, nearlyJson } from '../../../support/make/json-texts';

/** The error message for invalid JSON; undefined for JSON. */
function getRefusal(text: string): string | undefined {
  try {
    firstValue(text);
    return undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error.message;
    throw error;
  }
}
/** Whether a text is one JSON value with only white space around it. */
function isWhole(text: string): boolean {
  if (getRefusal(text) !== undefined) return false;
  const from = text.length - text.replace(/^[ \t\r\n]+/, '').length;
  return /^[ \t\r\n]*$/.test(text.slice(from + firstValue(text).length));
}
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

describe('JSON syntax', () => {
  // Error messages of Go's encoding/json.
  test.each([
    ['', 'EOF'],
    [' \t\r\n', 'EOF'],
    ['{', 'unexpected EOF'],
    ['{"a"', 'unexpected EOF'],
    ['{"a":', 'unexpected EOF'],
    ['{"a":1', 'unexpected EOF'],
    ['[1,', 'unexpected EOF'],
    ['"a', 'unexpected EOF'],
    ['"a\\', 'unexpected EOF'],
    ['"a\\u00', 'unexpected EOF'],
    ['-', 'unexpected EOF'],
    ['1.', 'unexpected EOF'],
    ['1e', 'unexpected EOF'],
    ['tru', 'unexpected EOF'],
    ['not json', "invalid character 'o' in literal null (expecting 'u')"],
    ['nulL', "invalid character 'L' in literal null (expecting 'l')"],
    ['trye', "invalid character 'y' in literal true (expecting 'u')"],
    ['fals}', "invalid character '}' in literal false (expecting 'e')"],
    ['NaN', "invalid character 'N' looking for beginning of value"],
    ['+1', "invalid character '+' looking for beginning of value"],
    ['.5', "invalid character '.' looking for beginning of value"],
    ["'a'", "invalid character '\\'' looking for beginning of value"],
    ['\\', "invalid character '\\\\' looking for beginning of value"],
    ['<html>', "invalid character '<' looking for beginning of value"],
    ['\u0000', "invalid character '\\x00' looking for beginning of value"],
    ['\u00a01', "invalid character 'Â' looking for beginning of value"],
    ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
    ['😀', "invalid character 'ð' looking for beginning of value"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[01]', "invalid character '1' after array element"],
    ['[1}', "invalid character '}' after array element"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['{"a"}', "invalid character '}' after object key"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['{"a":1]', "invalid character ']' after object key:value pair"],
    ['-a', "invalid character 'a' in numeric literal"],
    ['1.a', "invalid character 'a' after decimal point in numeric literal"],
    ['1e+}', "invalid character '}' in exponent of numeric literal"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    ['"\\x"', "invalid character 'x' in string escape code"],
    ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ])('%j is rejected with: %s', (text, message) => expect(getRefusal(text)).toBe(message));

  test('nesting above 10,000 levels is rejected', () => {
    expect(getRefusal('['.repeat(10_001))).toBe("invalid character '[' exceeded max depth");
    expect(getRefusal('{"a":'.repeat(10_001))).toBe("invalid character '{' exceeded max depth");
  });
  test('a text is rejected exactly when JSON.parse rejects it', () => {
    fc.assert(
      fc.property(fc.oneof(jsonText, nearlyJson), (text) => {
        expect([text, isWhole(text)]).toEqual([text, isJson(text)]);
      }),
      { numRuns: 500 },
    );
  });
  test('10,000 nested objects and arrays are accepted without a stack overflow', () => {
    for (const text of [nested(10_000, '[', ']'), nested(5_000, '{"a":[', ']}')]) expect(firstValue(text)).toBe(text);
  });
});
