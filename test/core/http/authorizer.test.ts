import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { ENV } from '../../../lambdas/core/contract/env';
import { keyText } from '../../../lambdas/core/contract/key-text';
import { PLANS } from '../../../lambdas/core/contract/plans';
import { handler } from '../../../lambdas/core/http/authorizer';

const STAGE = 'arn:aws:execute-api:eu-west-1:123456789012:api/v1';
const random = 'Ab3'.repeat(11).slice(0, 32);
const ask = (headers: Record<string, string | string[]> | null) => {
  const multiValueHeaders =
    headers && Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat()]));
  return handler({
    multiValueHeaders,
    methodArn: `${STAGE}/GET/v1/chains`,
  } as unknown as APIGatewayRequestAuthorizerEvent);
};

describe('the authorizer', () => {
  beforeAll(() => {
    process.env[ENV.anonymousKey] = 'the-anonymous-key';
    process.env[ENV.keyHeaders] = 'x-service-api-key,x-glacier-api-key';
    process.env[ENV.keyParameters] = 'apikey /api,/v2/api';
    process.env[ENV.formKey] = 'the-key-of-forms';
  });
  afterAll(() => {
    delete process.env[ENV.anonymousKey];
    delete process.env[ENV.keyHeaders];
    delete process.env[ENV.keyParameters];
    delete process.env[ENV.formKey];
  });

  test.each([
    ['no headers', null],
    ['no key', { accept: '*/*' }],
    ['an empty key', { 'x-service-api-key': '' }],
  ])('a request with %s gets the shared anonymous key', async (_, headers) => {
    const { usageIdentifierKey, principalId, context } = await ask(headers);
    expect([usageIdentifierKey, principalId, context]).toEqual([
      'the-anonymous-key',
      'anonymous',
      { plan: 'anonymous', ownerId: 'anonymous' },
    ]);
  });
  test('a key that names the anonymous plan has no owner', async () => {
    const key = keyText('anonymous', 'team-7', random);
    const { usageIdentifierKey, context } = await ask({ 'x-service-api-key': key });
    expect([usageIdentifierKey, context]).toEqual([key, { plan: 'anonymous', ownerId: 'anonymous' }]);
  });
  test.each(PLANS.slice(1))('a key of plan %s yields its plan and owner, and the key itself', async (plan) => {
    const key = keyText(plan, 'team-7', random);
    const { usageIdentifierKey, principalId, context } = await ask({ 'x-service-api-key': key });
    expect([usageIdentifierKey, principalId, context]).toEqual([key, 'team-7', { plan, ownerId: 'team-7' }]);
  });
  test.each(['X-Service-Api-Key', 'X-SERVICE-API-KEY', 'x-service-api-key'])(
    'the header name is accepted as %s',
    async (name) => {
      expect((await ask({ [name]: keyText('pro', 'a', random) })).context).toEqual({ plan: 'pro', ownerId: 'a' });
    },
  );
  test.each([
    ['another shape', 'hello'],
    ['an unknown plan', `gold_team-7_${random}`],
    ['an invalid owner', `pro_Team 7_${random}`],
    ['a random part that is too short', `pro_team-7_${random.slice(1)}`],
    ['trailing text', `pro_team-7_${random}x`],
  ])('text with %s is passed on for API Gateway to reject, and earns no plan', async (_, key) => {
    const { usageIdentifierKey, context } = await ask({ 'x-service-api-key': key });
    expect([usageIdentifierKey, context]).toEqual([key, { plan: 'anonymous', ownerId: 'anonymous' }]);
  });
  test.each([
    ['in the second header', { 'x-glacier-api-key': keyText('pro', 'a', random) }],
    [
      'in both headers, and the same',
      { 'X-Glacier-Api-Key': keyText('pro', 'a', random), 'x-service-api-key': [keyText('pro', 'a', random), ''] },
    ],
    [
      'beside one in a header not meant for keys',
      { 'x-glacier-api-key': keyText('pro', 'a', random), 'x-api-key': keyText('free', 'b', random) },
    ],
  ])('a key %s is read', async (_, headers) => {
    const { usageIdentifierKey, context } = await ask(headers);
    expect([usageIdentifierKey, context]).toEqual([keyText('pro', 'a', random), { plan: 'pro', ownerId: 'a' }]);
  });
  test.each([
    ['in two headers', { 'x-glacier-api-key': keyText('pro', 'a', random), 'x-service-api-key': 'other' }],
    ['in one repeated header', { 'x-service-api-key': [keyText('pro', 'a', random), 'other'] }],
  ])('two different keys %s are both ignored, and the handler answers 400', async (_, headers) => {
    const { usageIdentifierKey, context } = await ask(headers);
    expect([usageIdentifierKey, context]).toEqual([
      'the-anonymous-key',
      {
        ...{ plan: 'anonymous', ownerId: 'anonymous', refusalStatus: 400 },
        refusalMessage: 'x-service-api-key, x-glacier-api-key: two different API keys were sent; send only one',
      },
    ]);
  });
  test.each([
    ['another header', { 'X-API-Key': keyText('free', 'a', random) }, 'x-api-key'],
    ['a bearer token', { authorization: `Bearer ${keyText('free', 'a', random)}` }, 'authorization'],
  ])('a service key in %s gets 401 with the name of the correct header', async (_, headers, name) => {
    expect((await ask(headers as Record<string, string>)).context).toEqual({
      ...{ plan: 'anonymous', ownerId: 'anonymous', refusalStatus: 401 },
      refusalMessage: `${name}: API keys are not accepted in this header; send the key as x-service-api-key or x-glacier-api-key`,
    });
  });
  test.each([
    ['an unrelated token', { authorization: 'Bearer eyJhbGciOi' }],
    ['text with an unknown plan', { 'x-api-key': `gold_a_${random}` }],
  ])('%s in another header is not treated as a key', async (_, headers) => {
    expect((await ask(headers as Record<string, string>)).context).toEqual({ plan: 'anonymous', ownerId: 'anonymous' });
  });
  test('the policy allows every path of its own stage only', async () => {
    const { policyDocument } = await ask(null);
    expect(policyDocument.Statement).toEqual([
      { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${STAGE}/*` },
    ]);
  });
  test('the authorizer throws without the anonymous key, and names the variable', async () => {
    const value = process.env[ENV.anonymousKey];
    delete process.env[ENV.anonymousKey];
    await expect(ask(null)).rejects.toThrow(`${ENV.anonymousKey} is not set`);
    process.env[ENV.anonymousKey] = value;
  });

  describe('a query parameter', () => {
    const key = keyText('pro', 'team-7', random);
    const askAt = (
      resource: string,
      query: Record<string, string[]>,
      headers: Record<string, string[]> = {},
      httpMethod = 'GET',
    ) =>
      handler({
        httpMethod,
        resource,
        multiValueQueryStringParameters: query,
        multiValueHeaders: headers,
        methodArn: `${STAGE}/GET${resource}`,
      } as unknown as APIGatewayRequestAuthorizerEvent);
    test('carries the key at the paths that declare it, in any case', async () => {
      for (const name of ['apikey', 'apiKey'])
        expect((await askAt('/v2/api', { [name]: [key] })).usageIdentifierKey).toBe(key);
      expect((await askAt('/v1/chains', { apikey: [key] })).usageIdentifierKey).toBe('the-anonymous-key');
    });
    test('that is empty or the placeholder of other documentation is no key', async () => {
      for (const value of ['', 'YourApiKeyToken'])
        expect((await askAt('/api', { apikey: [value] })).usageIdentifierKey).toBe('the-anonymous-key');
    });
    test('is not waited for in a form: it gets the key of forms, and what to send it once more with', async () => {
      const form = await askAt('/api', {}, {}, 'POST');
      expect([form.usageIdentifierKey, form.context]).toEqual([
        'the-key-of-forms',
        {
          ...{ plan: 'anonymous', ownerId: 'anonymous' },
          ...{ formKeyHeader: 'x-service-api-key', formKeyWithout: 'the-anonymous-key' },
        },
      ]);
      const again = { 'x-service-api-key': [key] };
      expect((await askAt('/api', {}, again, 'POST')).usageIdentifierKey).toBe(key);
      expect((await askAt('/v1/chains', {}, {}, 'POST')).usageIdentifierKey).toBe('the-anonymous-key');
    });
    test('the key of forms is no key if a caller sends it', async () => {
      const headers = { 'x-service-api-key': ['the-key-of-forms'] };
      expect((await askAt('/v1/chains', {}, headers)).usageIdentifierKey).toBe('the-anonymous-key');
      expect((await askAt('/api', { apikey: ['the-key-of-forms'] })).usageIdentifierKey).toBe('the-anonymous-key');
    });
    test('with another key than the header is refused, and with the same one it is not', async () => {
      const headers = { 'x-service-api-key': [key] };
      expect((await askAt('/api', { apikey: [key] }, headers)).context).toEqual({ plan: 'pro', ownerId: 'team-7' });
      const two = await askAt('/api', { apikey: [keyText('free', 'team-7', random)] }, headers);
      expect(two.context).toMatchObject({
        refusalStatus: 400,
        refusalMessage: 'x-service-api-key, x-glacier-api-key, apikey: two different API keys were sent; send only one',
      });
    });
  });
});
