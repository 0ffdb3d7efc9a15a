import { NODE_PATHS } from '../../../lambdas/node-rpc/contract/routes';
import { error, JSON_TYPE, result, startAsking } from './asking';

let asking: Awaited<ReturnType<typeof startAsking>>;
beforeAll(async () => {
  asking = await startAsking();
});
afterAll(() => asking.node.stop());

const height = '{"height":"11"}';
const ask = (id: string, method = 'platform.getHeight') => `{"jsonrpc":"2.0","method":"${method}","id":${id}}`;
const unread = (message: string, data = '{"jsonrpc":"","method":"","params":null,"id":null}', id = 'null') =>
  error(message, -32700, data, id);
test('results and errors have the status and the content type of the node', async () => {
  const answered = await asking.post(ask('1'));
  expect([answered.status, answered.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const refused = await asking.post(ask('1', 'platform.nope'));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});
test.each(['"abc"', '1.50', '12345678901234567890', '-7', '1e3', 'true', '""', '"\\u00e9"'])(
  'the id %s is returned unchanged',
  async (id) => expect(await asking.said(ask(id))).toBe(result(height, id)),
);
test.each([
  ['{ "a" : [ 1 , "x  y" ] }', '{"a":[1,"x  y"]}'],
  ['"<a&b>"', '"\\u003ca\\u0026b\\u003e"'],
  ['"\u2028"', '"\\u2028"'],
])('the id %s is returned as %s', async (id, back) => expect(await asking.said(ask(id))).toBe(result(height, back)));
test.each([
  '{"jsonrpc":"2.0","method":"platform.getHeight"}',
  ask('null'),
  '{"jsonrpc":"2.0","method":"platform.nope"}',
  '{"jsonrpc":"1.0","method":"platform.getHeight"}',
  'null',
  '{}',
])('%s is a notification with an empty response', async (body) => {
  const answered = await asking.post(body);
  expect([answered.status, answered.headers.get('content-type'), await answered.text()]).toEqual([200, null, '']);
});
test.each([
  ['[]', 'json: cannot unmarshal array into Go value of type json2.serverRequest'],
  [`[${ask('1')}]`, 'json: cannot unmarshal array into Go value of type json2.serverRequest'],
  ['"x"', 'json: cannot unmarshal string into Go value of type json2.serverRequest'],
  ['', 'EOF'],
  ['{"jsonrpc":"2.0","method":', 'unexpected EOF'],
  ['{"jsonrpc":"2.0","params":{"x":},"id":5}', "invalid character '}' looking for beginning of value"],
])('the body %s gets a parse error', async (body, message) => expect(await asking.said(body)).toBe(unread(message)));
test('an invalid member is named in the error, which returns the request', async () => {
  expect(await asking.said('{"jsonrpc":2.0,"method":"platform.getHeight","params":{},"id":1}')).toBe(
    unread(
      'json: cannot unmarshal number into Go struct field serverRequest.jsonrpc of type string',
      '{"jsonrpc":"","method":"platform.getHeight","params":{},"id":1}',
      '1',
    ),
  );
  expect(await asking.said('{"jsonrpc":"1.0","method":"platform.getHeight","id":1}')).toBe(
    error('jsonrpc must be 2.0', -32600, '{"jsonrpc":"1.0","method":"platform.getHeight","params":null,"id":1}'),
  );
});
test('member names are case-insensitive, the last duplicate wins, and trailing data is ignored', async () => {
  expect(await asking.said('{"JSONRPC":"2.0","Method":"a.b","method":"platform.getHeight","ID":1,"id":7}{}')).toBe(
    result(height, '7'),
  );
});
test.each([
  ['foo.bar', 'rpc: can\'t find service "foo.Bar"'],
  ['info.getNetworkID', 'rpc: can\'t find service "info.GetNetworkID"'],
  ['getHeight', 'rpc: service/method request ill-formed: "getHeight"'],
  ['', 'rpc: service/method request ill-formed: ""'],
])('the method "%s" is rejected', async (method, message) =>
  expect(await asking.said(ask('1', method))).toBe(error(message)),
);
test.each(['GET', 'PUT', 'OPTIONS', 'HEAD'])('the HTTP method %s gets 405', async (method) => {
  const answered = await fetch(`${asking.node.url}/ext/bc/P`, { method });
  const text = method === 'HEAD' ? '' : `rpc: POST method required, received ${method}`;
  expect([answered.status, answered.headers.get('content-type'), await answered.text()]).toEqual([
    405,
    'text/plain; charset=utf-8',
    text,
  ]);
});
test.each([
  ['text/plain', 'text/plain'],
  ['application/json-rpc', 'application/json-rpc'],
  ['application/json ;charset=utf-8', 'application/json '],
])('a body of type %s gets 415', async (type, named) => {
  const answered = await asking.post(ask('1'), { 'content-type': type });
  expect([answered.status, await answered.text()]).toEqual([415, `rpc: unrecognized Content-Type: ${named}`]);
});
test.each(['application/json; charset=utf-8', 'application/json;', 'Application/JSON'])(
  'a body of type %s is accepted',
  async (type) => expect(await (await asking.post(ask('1'), { 'content-type': type })).text()).toBe(result(height)),
);
test.each(NODE_PATHS)('the path %s serves the P-Chain', async (path) => {
  const answered = await asking.post(ask('1'), JSON_TYPE, path);
  expect([answered.status, await answered.text()]).toEqual([200, result(height)]);
});
test('an unknown path gets 404', async () => {
  const answered = await asking.post(ask('1'), JSON_TYPE, '/ext/bc/nope');
  expect([answered.status, await answered.text()]).toEqual([404, '404 page not found\n']);
});
test('the info service answers its own methods', async () => {
  const answered = await asking.post(ask('1', 'info.getNetworkID'), JSON_TYPE, '/ext/info');
  expect(await answered.text()).toBe(result('{"networkID":"1337"}'));
});
