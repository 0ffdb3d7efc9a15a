import { fetchSource } from '../../../lambdas/pchain/node/node';
import { pChainServer } from '../../support/node/p-chain-server';

/** Must not appear in any message. */
const SECRET = 'planted';

let node: Awaited<ReturnType<typeof pChainServer>>;
beforeAll(async () => {
  node = await pChainServer();
});
afterAll(() => node.stop());

const source = () => `${node.url.replace('://', `://user:${SECRET}-password@`)}/${SECRET}-key/ext/bc/P`;
const ask = () => fetchSource(source(), 'platform.getBlock', '{"blockID":"a"}', new AbortController().signal);

describe('a request to a P-Chain node', () => {
  test('a request sends only the call, with the credentials in a header', async () => {
    node.answer('{"jsonrpc":"2.0","result":1,"id":1}');
    await ask();
    const [asked] = node.asked;
    expect(asked).toMatchObject({
      method: 'POST',
      url: `/${SECRET}-key/ext/bc/P`,
      body: '{"jsonrpc":"2.0","id":1,"method":"platform.getBlock","params":{"blockID":"a"}}',
    });
    const { host, connection, 'user-agent': agent, ...headers } = asked?.headers ?? {};
    expect([typeof host, typeof connection, typeof agent]).toEqual(['string', 'string', 'string']);
    expect(headers).toEqual({
      accept: '*/*',
      'accept-encoding': expect.any(String) as string,
      'accept-language': '*',
      authorization: `Basic ${Buffer.from(`user:${SECRET}-password`).toString('base64')}`,
      'content-length': '78',
      'content-type': 'application/json',
      'sec-fetch-mode': 'cors',
    });
  });
  test.each([
    '{"excess":18446744073709551615,"price":9007199254740993}',
    '{ "a" : 1.50 , "b" : [ 1e400, -0 ] }',
    '"\\u00e9 \\ud800 é <&>"',
    'null',
    '[]',
  ])('a result is returned byte for byte: %s', async (result) => {
    node.answer(`{"jsonrpc":"2.0","result":${result},"id":1}\n`);
    expect(await ask()).toEqual({ result });
  });
  test('a JSON-RPC result is returned despite HTTP 500 and a text content type', async () => {
    node.answer(
      (response) => void response.writeHead(500, { 'content-type': 'text/plain' }).end('{"result":1,"error":null}'),
    );
    expect(await ask()).toEqual({ result: '1' });
  });
});

describe('a JSON-RPC error of the node', () => {
  test.each([
    ['null', undefined],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890}'],
    ['"planted"', undefined],
    ['["planted"]', undefined],
    [undefined, undefined],
  ])('code and message are kept, data only if it is an object: %s', async (given, data) => {
    const rest = given === undefined ? '' : `,"data":${given}`;
    node.answer(`{"jsonrpc":"2.0","error":{"code":-32000,"message":"not \\u0022found\\u0022"${rest}},"id":1}`);
    expect(await ask()).toEqual({ error: { code: -32000, message: 'not "found"', ...(data ? { data } : {}) } });
  });
  test.each([
    ['{"code":-32603,"message":"planted","data":{"planted":1}}', 'the node refuses the call (-32603)'],
    ['{"code":-32601,"message":"planted"}', 'the node refuses the call (-32601)'],
    ['{"code":"planted","message":"planted"}', 'the node refuses the call'],
    ['{"message":"planted"}', 'the node refuses the call'],
    ['{"code":-32000,"message":{"planted":1}}', 'the node refuses the call (-32000)'],
    ['"planted"', 'the node refuses the call'],
    ['5', 'the node refuses the call'],
  ])('an error in a format unlike that of avalanchego gets a generic message: %s', async (error, message) => {
    node.answer(`{"jsonrpc":"2.0","error":${error},"result":null,"id":1}`);
    expect(await ask()).toEqual({ error: { code: -32000, message } });
  });
  test('an error without a message has an empty message', async () => {
    node.answer('{"error":{"code":-32000}}');
    expect(await ask()).toEqual({ error: { code: -32000, message: '' } });
  });
});
