import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { admit, jsonAnswer } from '../../../lambdas/node-rpc/serving/transport';
import { MAX_BODY_BYTES } from '../../../lambdas/pchain/contract/rpc-limits';
import { aPChain } from '../../support/make/p-chain';

const PCHAINS = [aPChain('mainnet'), aPChain('fuji', { feeStateFormat: 'node' })];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const event = (more: Partial<Record<keyof APIGatewayProxyEvent, unknown>> = {}) =>
  ({
    httpMethod: 'POST',
    headers: JSON_TYPE,
    body: '{}',
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    ...more,
  }) as unknown as APIGatewayProxyEvent;
/** The refusal of a request: its status, type and body. */
function refusal(more: Parameters<typeof event>[0], pChains: readonly PChain[] = PCHAINS) {
  const admitted = admit(event(more), pChains);
  if (!('answer' in admitted)) return undefined;
  const { statusCode, headers = {}, body } = admitted.answer;
  return { status: statusCode, type: headers['content-type'], body, headers };
}
const rpcError = (code: number, message: string) =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":"${message}","data":{}},"id":null}\n`;

describe('the target network', () => {
  test.each<[string, string | undefined, readonly PChain[], string]>([
    ['to the network in its path', 'fuji', PCHAINS, 'fuji'],
    ['to the first network if the path has none', undefined, PCHAINS, 'mainnet'],
    [
      'to the default network if the path has none',
      undefined,
      [aPChain('mainnet'), aPChain('fuji', { default: true })],
      'fuji',
    ],
    [
      'past the default network if the path names another',
      'mainnet',
      [aPChain('mainnet'), aPChain('fuji', { default: true })],
      'mainnet',
    ],
  ])('a request goes %s', (_, network, pChains, target) => {
    const pathParameters = network === undefined ? null : { network };
    expect(admit(event({ pathParameters }), pChains)).toMatchObject({ body: '{}', target: { network: target } });
  });
  test('a network that is not configured gets 404', () => {
    expect(refusal({ pathParameters: { network: 'local' } })).toMatchObject({
      status: 404,
      type: 'application/json; charset=utf-8',
      body: rpcError(-32600, 'unknown network local; available: mainnet, fuji'),
    });
  });
});

describe('the fee state format', () => {
  test.each([
    ['mainnet', undefined, 'specification'],
    ['mainnet', 'node', 'node'],
    ['fuji', undefined, 'node'],
    ['fuji', 'specification', 'specification'],
  ])('the fee state format on %s with ?format=%s is %s', (network, format, expected) => {
    const queryStringParameters = format === undefined ? null : { format };
    expect(admit(event({ pathParameters: { network }, queryStringParameters }), PCHAINS)).toMatchObject({
      target: { network, format: expected },
    });
  });
  test.each(['', 'Node', 'xml'])('an unknown ?format=%s gets 400', (format) => {
    expect(refusal({ queryStringParameters: { format } })).toMatchObject({
      status: 400,
      body: rpcError(-32600, 'format: must be specification or node'),
    });
  });
});

describe('the checks of a node', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('a %s request gets 405', (httpMethod) => {
    expect(refusal({ httpMethod })).toMatchObject({
      status: 405,
      type: 'text/plain; charset=utf-8',
      body: `rpc: POST method required, received ${httpMethod}`,
      headers: { allow: 'POST, OPTIONS' },
    });
  });
  test.each([
    [{}, ''],
    [null, ''],
    [{ 'Content-Type': 'text/plain' }, 'text/plain'],
    [{ 'content-type': 'text/html; a=b' }, 'text/html'],
    [{ 'Content-Type': 'application/json ; charset=utf-8' }, 'application/json '],
    [{ 'Content-Type': ' application/json' }, ' application/json'],
    [{ 'Content-Type': 'application/json-rpc' }, 'application/json-rpc'],
  ])('a request with the headers %j gets 415', (headers, type) => {
    expect(refusal({ headers })).toMatchObject({
      status: 415,
      type: 'text/plain; charset=utf-8',
      body: `rpc: unrecognized Content-Type: ${type}`,
    });
  });
  test.each([
    { 'content-type': 'application/json' },
    { 'CONTENT-TYPE': 'Application/JSON' },
    { 'Content-Type': 'application/json;' },
    { 'Content-Type': 'application/json; charset=utf-8' },
  ])('a request with the headers %j is accepted', (headers) => expect(refusal({ headers })).toBeUndefined());
});

describe('the body', () => {
  const getBody = (more: Parameters<typeof event>[0]) => {
    const admitted = admit(event(more), PCHAINS);
    return 'body' in admitted ? admitted.body : undefined;
  };
  test('the body is read unchanged, plain or base64', () => {
    const body = '{"id":"é😀"}';
    expect(getBody({ body })).toBe(body);
    expect(getBody({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })).toBe(body);
    expect(getBody({ body: null })).toBe('');
  });
  test('a body over its limit in bytes gets 413', () => {
    const longest = 'é'.repeat(MAX_BODY_BYTES / 2);
    expect(getBody({ body: longest })).toBe(longest);
    expect(refusal({ body: `${longest} ` })).toMatchObject({
      status: 413,
      body: rpcError(-32600, `the body must be at most ${MAX_BODY_BYTES} bytes`),
    });
  });
});

test('every answer allows any origin, and forbids sniffing its type', () => {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
  expect(jsonAnswer('{}')).toMatchObject({ statusCode: 200, headers });
  for (const more of [{ httpMethod: 'GET' }, { headers: {} }, { pathParameters: { network: 'x' } }])
    expect(refusal(more)?.headers).toMatchObject(headers);
});
