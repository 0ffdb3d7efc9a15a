import { createRpc } from '../../../lib/openrpc';
import { builtRpc } from '../../support/node-rpc/built-rpc';

const PCHAINS = [{ network: 'mainnet', rpcUrl: 'https://planted.test' }, { network: 'fuji' }];
let functions: Awaited<ReturnType<typeof builtRpc>>;
beforeAll(async () => {
  functions = await builtRpc({ pChains: PCHAINS });
});
afterAll(() => functions.remove());

const post = (body: string, network?: string) => ({
  httpMethod: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body,
  isBase64Encoded: false,
  pathParameters: network === undefined ? null : { network },
  queryStringParameters: null,
});

test('the built function rejects, answers, and logs no body', () => {
  const unknown = '{"jsonrpc":"2.0","method":"platform.planted","id":"planted-id"}';
  const { answers, logs } = functions.run('call', [
    { ...post(''), httpMethod: 'GET' },
    post('{}', 'planted'),
    post(unknown),
    post(`[${unknown},5]`, 'fuji'),
    post('{"jsonrpc":"2.0","method":"platform.nope"}'),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([405, 404, 200, 200, 200]);
  const found = `{"code":-32601,"message":"rpc: can't find method \\"platform.Planted\\"","data":{}}`;
  expect(answers[2]?.body).toBe(`{"jsonrpc":"2.0","error":${found},"id":"planted-id"}\n`);
  expect(answers[4]).toMatchObject({ body: '', headers: { 'content-type': 'application/json; charset=utf-8' } });
  const line = { timestamp: expect.any(String), level: 'INFO', message: 'request' };
  const call = { endpoint: 'nodeRpc', network: 'mainnet', format: 'specification', nodeCalls: 0 };
  expect(logs).toEqual([
    { ...line, endpoint: 'nodeRpc', statusCode: 405 },
    { ...line, endpoint: 'nodeRpc', statusCode: 404 },
    expect.objectContaining({ ...call, calls: 1, errors: { '-32601': 1 } }),
    expect.objectContaining({ ...call, network: 'fuji', calls: 2, errors: { '-32601': 1, '-32600': 1 } }),
    expect.objectContaining({ ...call, calls: 1, errors: {} }),
  ]);
  expect(JSON.stringify(logs)).not.toContain('planted');
});

test('a call gets 500 while the table is down, with the cause only in the log', () => {
  const { answers, logs } = functions.run('call', [post('{"jsonrpc":"2.0","method":"platform.getHeight","id":1}')]);
  const message = 'the service could not answer; the failure is logged';
  expect(answers).toMatchObject([
    {
      statusCode: 500,
      body: `{"jsonrpc":"2.0","error":{"code":-32603,"message":"${message}","data":{}},"id":1}\n`,
    },
  ]);
  expect(logs).toContainEqual(
    expect.objectContaining({ error: expect.objectContaining({ message: expect.stringContaining('ECONNREFUSED') }) }),
  );
});

test('the served OpenRPC document matches the configuration, without its node URLs', () => {
  const { answers } = functions.run('openrpc-document', [{}]);
  expect(answers).toMatchObject([{ statusCode: 200, headers: { 'cache-control': 'public, max-age=300' } }]);
  const body = answers[0]?.body ?? '';
  expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(createRpc(PCHAINS))));
  expect(body).not.toContain('planted');
});
