import { readBody } from '../../../lambdas/node-rpc/domain/request';
import { readParams } from '../../../lambdas/node-rpc/serving/params';

// Behaviour of avalanchego v1.14.0, found by sending the same bodies to it and to this service.
describe('repeated parameters', () => {
  test('repeated parameters are all forwarded, as a node rejects the call for one that it cannot parse', () => {
    expect(readParams('{"txID":"P","encoding":"hex","txid":"2Z"}', ['txID', 'encoding'])).toBe(
      '{"txID":"P","txID":"2Z","encoding":"hex"}',
    );
  });
  test('a repeated null is forwarded, as it keeps the value before it', () => {
    expect(readParams('[{"subnetID":"2Z","subnetID":null}]', ['subnetID'])).toBe('{"subnetID":"2Z","subnetID":null}');
  });
  test('repeated parameters keep their order, so different calls have different texts', () => {
    const [one, other] = ['{"height":1,"height":2}', '{"height":2,"height":1}'].map((given) =>
      readParams(given, ['height']),
    );
    expect(one).toBe('{"height":1,"height":2}');
    expect(other).toBe('{"height":2,"height":1}');
  });
});

describe('names with a Unicode fold of s or k', () => {
  test('field names match under Unicode case folding', () => {
    expect(readBody('{"j\u017Fonrpc":"2.0","id":1,"method":"platform.getHeight","PARAM\u017F":{}}')).toEqual({
      one: { version: '2.0', id: '1', method: 'platform.getHeight', params: '{}' },
    });
  });
  test('parameter names match under Unicode case folding', () => {
    expect(readParams('{"\u017FubnetID":"2Z","bloc\u212AID":"P"}', ['subnetID', 'blockID'])).toBe(
      '{"subnetID":"2Z","blockID":"P"}',
    );
  });
});
