import fc from 'fast-check';
import { type RpcRequest, readBody, readRequest, toEcho } from '../../../lambdas/node-rpc/domain/request';
import { answerText, failure } from '../../../lambdas/pchain/domain/json-rpc/answer';
import { jsonText, nearlyJson, numberText, stringText } from '../../support/make/json-texts';

const NONE: RpcRequest = { version: '', method: '' };
const one = (text: string): RpcRequest => {
  const read = readBody(text);
  if ('batch' in read) throw new Error('a batch');
  return read.one;
};
const field = (name: string, given: string) =>
  `json: cannot unmarshal ${given} into Go struct field serverRequest.${name} of type string`;
const whole = (given: string) => `json: cannot unmarshal ${given} into Go value of type json2.serverRequest`;

describe('a call', () => {
  test.each<[string, string, Partial<RpcRequest>]>([
    [
      'all fields',
      '{"jsonrpc":"2.0","method":"a.b","params":{"x":1},"id":1}',
      { version: '2.0', method: 'a.b', params: '{"x":1}', id: '1' },
    ],
    ['no fields', '{}', {}],
    ['null in all fields', '{"jsonrpc":null,"method":null,"params":null,"id":null}', {}],
    ['a null body', ' null', {}],
    [
      'names in another case',
      '{"JSONRPC":"2.0","Method":"a","PARAMS":[],"iD":7}',
      { version: '2.0', method: 'a', params: '[]', id: '7' },
    ],
    ['escapes in names', '{"\\u0069d":3}', { id: '3' }],
    ['repeated names (the last wins)', '{"id":1,"ID":2,"method":"a","method":"b"}', { method: 'b', id: '2' }],
    ['null after an ID (a notification)', '{"id":1,"id":null}', {}],
    ['null after a method (the method is kept)', '{"method":"a","method":null}', { method: 'a' }],
    ['other names', '{"foo":{"id":5},"":[{}]}', {}],
    ['half a surrogate pair in the method', '{"method":"\\ud800"}', { method: '\ufffd' }],
    ['trailing text', '{"id":1}garbage', { id: '1' }],
    [
      'a number for the method',
      '{"jsonrpc":"2.0","method":5,"id":1}',
      { version: '2.0', id: '1', problem: field('method', 'number') },
    ],
    ['a number for the version', '{"jsonrpc":2.0,"method":"a"}', { method: 'a', problem: field('jsonrpc', 'number') }],
    ['the first of two problems', '{"method":{},"jsonrpc":[],"id":1}', { id: '1', problem: field('method', 'object') }],
    [
      'a problem that a later value does not clear',
      '{"method":true,"method":"a"}',
      { method: 'a', problem: field('method', 'bool') },
    ],
    ['an array for the version', '{"jsonrpc":["2.0"]}', { problem: field('jsonrpc', 'array') }],
    ['text as body', '"x"', { problem: whole('string') }],
    ['a number as body', '-1', { problem: whole('number') }],
    ['true as body', 'true', { problem: whole('bool') }],
    ['false as body', 'false', { problem: whole('bool') }],
    ['an empty body', '', { problem: 'EOF' }],
    ['a truncated body', '{"jsonrpc":"2.0","id":1,"method":', { problem: 'unexpected EOF' }],
  ])('a call with %s is parsed as by a node', (_, text, fields) => expect(one(text)).toEqual({ ...NONE, ...fields }));

  test('parsing never throws for any body', () => {
    const bytes = fc.uint8Array().map((sent) => Buffer.from(sent).toString('utf8'));
    fc.assert(
      fc.property(fc.oneof(bytes, nearlyJson, jsonText), (text) => {
        expect(Object.keys(readBody(text))).toEqual([expect.stringMatching(/^(one|batch)$/)]);
      }),
    );
  });
});

describe('a batch', () => {
  test('a batch is any array, with each element parsed separately', () => {
    const read = readBody(' [{"id":1}, 5 ,[],null]');
    expect('batch' in read && read.batch.map(readRequest)).toEqual([
      { ...NONE, id: '1' },
      { ...NONE, problem: whole('number') },
      { ...NONE, problem: whole('array') },
      NONE,
    ]);
    expect(readBody('[]')).toEqual({ batch: [] });
  });
  test('a truncated batch is one unreadable call', () =>
    expect(one('[{"id":1},')).toEqual({ ...NONE, problem: 'unexpected EOF' }));
});

describe('an answer', () => {
  test('an answer has the ID byte for byte', () => {
    const safe = stringText.filter((text) => !/[<>&\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(fc.oneof(numberText, safe, fc.constantFrom('true', 'false')), (id) => {
        const { id: read } = one(`{"method":"a", "id" : ${id} }`);
        expect(answerText({ result: '{"a":1.0}' }, read)).toBe(`{"jsonrpc":"2.0","result":{"a":1.0},"id":${id}}`);
      }),
    );
  });
  test.each([
    ['{ "a" : [ 1.0 ] }', '{"a":[1.0]}'],
    ['"<a&b>"', '"\\u003ca\\u0026b\\u003e"'],
    [undefined, 'null'],
  ])('an answer escapes and compacts the ID %s as a node does', (id, shown) => {
    expect(answerText({ result: '1' }, id)).toBe(`{"jsonrpc":"2.0","result":1,"id":${shown}}`);
  });
  test('an error always has a data object, and a message safe inside HTML', () => {
    expect(answerText(failure(-32000, 'a "<b>"\u2028'), '1')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32000,"message":"a \\"\\u003cb\\u003e\\"\\u2028","data":{}},"id":1}',
    );
    expect(answerText(failure(-32000, 'a', '{"b":1}'), '1')).toContain('"data":{"b":1}');
  });
  test('the echo repeats the parsed request', () => {
    expect(toEcho(one('{"method":"a<\\n","id": [ 1 ],"jsonrpc":1}'))).toBe(
      '{"jsonrpc":"","method":"a\\u003c\\n","params":null,"id":[1]}',
    );
  });
});
