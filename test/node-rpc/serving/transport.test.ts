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
/** What a request is refused with: its status, its type and its body. */
function refusal(more: Parameters<typeof event>[0], pChains: readonly PChain[] = PCHAINS) {
  const admitted = admit(event(more), pChains);
  if (!('answer' in admitted)) return undefined;
  const { statusCode, headers = {}, body } = admitted.answer;
  return { status: statusCode, type: headers['content-type'], body, headers };
}
const rpcError = (code: number, message: string) =>
  `{"jsonrpc":"2.0","error":{"code":${code},"message":"${message}","data":{}},"id":null}\n`;

describe('where a request goes', () => {
  test.each<[string, string | undefined, readonly PChain[], string]>([
    ['to the network of its path', 'fuji', PCHAINS, 'fuji'],
    ['to the first without one', undefined, PCHAINS, 'mainnet'],
    ['to the default without one', undefined, [aPChain('mainnet'), aPChain('fuji', { default: true })], 'fuji'],
    [
      'past the default if it names another',
      'mainnet',
      [aPChain('mainnet'), aPChain('fuji', { default: true })],
      'mainnet',
    ],
  ])('%s', (_, network, pChains, target) => {
    const pathParameters = network === undefined ? null : { network };
    expect(admit(event({ pathParameters }), pChains)).toMatchObject({ body: '{}', target: { network: target } });
  });
  test('404 for a network that is not configured', () => {
    expect(refusal({ pathParameters: { network: 'local' } })).toMatchObject({
      status: 404,
      type: 'application/json; charset=utf-8',
      body: rpcError(-32600, 'unknown network local; available: mainnet, fuji'),
    });
  });
});

describe('how its fee state is written', () => {
  test.each([
    ['mainnet', undefined, 'specification'],
    ['mainnet', 'node', 'node'],
    ['fuji', undefined, 'node'],
    ['fuji', 'specification', 'specification'],
  ])('on %s with ?format=%s: %s', (network, format, expected) => {
    const queryStringParameters = format === undefined ? null : { format };
    expect(admit(event({ pathParameters: { network }, queryStringParameters }), PCHAINS)).toMatchObject({
      target: { network, format: expected },
    });
  });
  test.each(['', 'Node', 'xml'])('400 for ?format=%s', (format) => {
    expect(refusal({ queryStringParameters: { format } })).toMatchObject({
      status: 400,
      body: rpcError(-32600, 'format: must be specification or node'),
    });
  });
});

describe('what a node refuses in plain text', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD'])('405 for %s', (httpMethod) => {
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
  ])('415 with the headers %j', (headers, type) => {
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
  ])('nothing with the headers %j', (headers) => expect(refusal({ headers })).toBeUndefined());
});

describe('the body', () => {
  const getBody = (more: Parameters<typeof event>[0]) => {
    const admitted = admit(event(more), PCHAINS);
    return 'body' in admitted ? admitted.body : undefined;
  };
  test('is taken as it is, in either form that API Gateway has', () => {
    const body = '{"id":"é😀"}';
    expect(getBody({ body })).toBe(body);
    expect(getBody({ body: Buffer.from(body).toString('base64'), isBase64Encoded: true })).toBe(body);
    expect(getBody({ body: null })).toBe('');
  });
  test('413 above its greatest length in bytes', () => {
    const longest = 'é'.repeat(MAX_BODY_BYTES / 2);
    expect(getBody({ body: longest })).toBe(longest);
    expect(refusal({ body: `${longest} ` })).toMatchObject({
      status: 413,
      body: rpcError(-32600, `the body must be at most ${MAX_BODY_BYTES} bytes`),
    });
  });
});

test('every answer may be read by pages of any origin, and none is taken for HTML', () => {
  const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
  expect(jsonAnswer('{}')).toMatchObject({ statusCode: 200, headers });
  for (const more of [{ httpMethod: 'GET' }, { headers: {} }, { pathParameters: { network: 'x' } }])
    expect(refusal(more)?.headers).toMatchObject(headers);
});
