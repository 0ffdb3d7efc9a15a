import { unknownMethod } from '../../../lambdas/node-rpc/domain/method-name';
import { quotedByte, quotedText } from '../../../lambdas/pchain/domain/json-rpc/go-quoting';

// Messages recorded from a node.
test.each([
  ['platform.nope', `rpc: can't find method "platform.Nope"`],
  ['platform.issueTx', `rpc: can't find method "platform.IssueTx"`],
  ['platform.', `rpc: can't find method "platform."`],
  ['platform._x', `rpc: can't find method "platform._x"`],
  ['platform.<x>', `rpc: can't find method "platform.<x>"`],
  ['platform.éa', `rpc: can't find method "platform.Éa"`],
  ['platform.ßa', `rpc: can't find method "platform.ßa"`],
  ['platform.ŉa', `rpc: can't find method "platform.ŉa"`],
  ['platform.ﬁa', `rpc: can't find method "platform.ﬁa"`],
  ['platform.😀', `rpc: can't find method "platform.😀"`],
  ['platform.𐐨', `rpc: can't find method "platform.𐐀"`],
  ['platform.\ufffd', `rpc: can't find method "platform.\ufffd"`],
  ['foo.bar', `rpc: can't find service "foo.Bar"`],
  ['Platform.nope', `rpc: can't find service "Platform.Nope"`],
  ['.', `rpc: can't find service "."`],
  ['.a', `rpc: can't find service ".A"`],
  ['', 'rpc: service/method request ill-formed: ""'],
  ['getHeight', 'rpc: service/method request ill-formed: "getHeight"'],
  ['platform.getHeight.x', 'rpc: service/method request ill-formed: "platform.GetHeight.x"'],
  ['..', 'rpc: service/method request ill-formed: ".."'],
  ['platform.GetHeight', 'method must start with a non-uppercase letter'],
  ['a.B.c', 'method must start with a non-uppercase letter'],
  ['a.İ', 'method must start with a non-uppercase letter'],
  [
    'x."\\\n\u0001\u007f\u00a0\u00ad\u2028\ue000\u{e0001}',
    String.raw`rpc: can't find service "x.\"\\\n\x01\x7f\u00a0\u00ad\u2028\ue000\U000e0001"`,
  ],
])('the unknown method %j gets the message of a node', (method, message) =>
  expect(unknownMethod(method)).toBe(message),
);

test('quoting of text and bytes matches Go', () => {
  expect(quotedText('a \'"é\u0007\b\f\n\r\t\v\\')).toBe(String.raw`"a '\"é\a\b\f\n\r\t\v\\"`);
  expect([0x27, 0x22, 0x5c, 0x0a, 0x00, 0x41, 0x7f, 0x80, 0xa0, 0xad, 0xe9].map(quotedByte)).toEqual([
    String.raw`'\''`,
    `'"'`,
    String.raw`'\\'`,
    String.raw`'\n'`,
    String.raw`'\x00'`,
    `'A'`,
    String.raw`'\x7f'`,
    String.raw`'\u0080'`,
    String.raw`'\u00a0'`,
    String.raw`'\u00ad'`,
    `'é'`,
  ]);
});
