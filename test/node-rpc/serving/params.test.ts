import { BAD_PARAMS } from '../../../lambdas/node-rpc/domain/params-object';
import { readParams } from '../../../lambdas/node-rpc/serving/params';
import { UNREADABLE_ARGUMENT } from '../../support/node-rpc/calls-world';

const NAMES = ['height', 'subnetID'];

test('the error for unreadable params is the message of a node', () => expect(BAD_PARAMS).toBe(UNREADABLE_ARGUMENT));
test.each([
  [undefined, '{}'],
  ['null', '{}'],
  ['{}', '{}'],
  ['[]', '{}'],
  ['[{}]', '{}'],
  ['[null]', '{}'],
  ['[{"height":1},5]', '{"height":1}'],
  ['{"subnetID":"a","height":1}', '{"height":1,"subnetID":"a"}'],
  ['{ "height" : 18446744073709551615 }', '{"height":18446744073709551615}'],
  ['{"height":1.0}', '{"height":1.0}'],
  ['{"height": [ 1 , "a b" ] }', '{"height":[1,"a b"]}'],
  ['{"HEIGHT":1,"SubnetId":null}', '{"height":1,"subnetID":null}'],
  // A node parses each of them, and rejects the call if any has another type.
  ['{"height":1,"Height":2}', '{"height":1,"height":2}'],
  ['{"__proto__":1,"toString":2,"secret":3}', '{}'],
])('the params %s are sent as %s', (given, sent) => expect(readParams(given, NAMES)).toBe(sent));
test.each(['5', '"{}"', 'true', '[1]', '[[]]', '["a",{}]'])('the params %s are rejected', (given) => {
  expect(readParams(given, NAMES)).toBeUndefined();
});
