import { readBody } from '../../../lambdas/node-rpc/domain/request';
import { readParams } from '../../../lambdas/node-rpc/serving/params';

// What avalanchego v1.14.0 does with such bodies was found by sending the same ones to it and to this service.
describe('parameters whose name is repeated', () => {
  test('are all forwarded, as a node refuses the call for one that it cannot read', () => {
    expect(readParams('{"txID":"P","encoding":"hex","txid":"2Z"}', ['txID', 'encoding'])).toBe(
      '{"txID":"P","txID":"2Z","encoding":"hex"}',
    );
  });
  test('null too: it leaves the value before it as it is', () => {
    expect(readParams('[{"subnetID":"2Z","subnetID":null}]', ['subnetID'])).toBe('{"subnetID":"2Z","subnetID":null}');
  });
  test('in order, so that other calls have other texts', () => {
    const [one, other] = ['{"height":1,"height":2}', '{"height":2,"height":1}'].map((given) =>
      readParams(given, ['height']),
    );
    expect(one).toBe('{"height":1,"height":2}');
    expect(other).toBe('{"height":2,"height":1}');
  });
});

describe('names with a letter that is an s or a k in other cases', () => {
  test('of fields', () => {
    expect(readBody('{"j\u017Fonrpc":"2.0","id":1,"method":"platform.getHeight","PARAM\u017F":{}}')).toEqual({
      one: { version: '2.0', id: '1', method: 'platform.getHeight', params: '{}' },
    });
  });
  test('of parameters', () => {
    expect(readParams('{"\u017FubnetID":"2Z","bloc\u212AID":"P"}', ['subnetID', 'blockID'])).toBe(
      '{"subnetID":"2Z","blockID":"P"}',
    );
  });
});
