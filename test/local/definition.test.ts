import { readDefinition } from '../../local/gateway/definition';
import { createRouter } from '../../local/gateway/router';

const uri =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:0:function:f/invocations';
const credentials = 'arn:aws:iam::0:role/gateway';
const operation = { 'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri, credentials } };
const document = { openapi: '3.0.1', info: {}, paths: { '/a/{id}': { get: operation } } };
const read = (body: object) => createRouter(readDefinition('api', body).operations);

const authorizer = {
  type: 'apiKey',
  in: 'header',
  name: 'x-service-api-key',
  'x-amazon-apigateway-authtype': 'custom',
  'x-amazon-apigateway-authorizer': {
    type: 'request',
    authorizerUri: uri,
    authorizerCredentials: credentials,
    authorizerResultTtlInSeconds: 0,
  },
};
const schemes = { key: { type: 'apiKey', in: 'header', name: 'x-api-key' }, authorizer, other: authorizer };
const secured = (security: object[], securitySchemes: object = schemes) => ({
  ...document,
  paths: { '/a': { get: { ...operation, security } } },
  components: { securitySchemes },
});

/** Features that only API Gateway supports must be rejected, not ignored. */
describe('API definition', () => {
  test('a path variable matches one path segment', () => {
    expect(read(document)('GET', '/a/7')?.pathParameters).toEqual({ id: '7' });
  });
  test('a method requires the authorizer and the key of its security objects', () => {
    const of = (security: object[]) => read(secured(security))('GET', '/a')?.operation;
    expect(of([{ authorizer: [] }, { key: [] }])).toMatchObject({
      authorizer: { uri, credentials },
      keyRequired: true,
    });
    expect(of([{ authorizer: [] }])).toMatchObject({ authorizer: { uri, credentials }, keyRequired: false });
    expect(of([{ key: [] }])?.keyRequired).toBe(true);
    expect(of([])?.keyRequired).toBe(false);
  });

  test.each<[string, object, RegExp]>([
    ['a request validator', { ...document, 'x-amazon-apigateway-request-validator': 'all' }, /request-validator/],
    ['OpenAPI 3.1', { ...document, openapi: '3.1.0' }, /must be OpenAPI 3.0/],
    [
      'an HTTP integration',
      { ...document, paths: { '/a': { get: { 'x-amazon-apigateway-integration': { type: 'http' } } } } },
      /paths/,
    ],
    ['an operation without an integration', { ...document, paths: { '/a': { get: {} } } }, /integration/],
    [
      'text beside a variable',
      { ...document, paths: { '/a/{id}:go': { get: operation } } },
      /mixes text and a variable/,
    ],
    ['a greedy variable', { ...document, paths: { '/a/{rest+}': { get: operation } } }, /greedy/],
    [
      'sibling variables of two names',
      { ...document, paths: { '/a/{b}': { get: operation }, '/a/{c}/d': { get: operation } } },
      /sibling/,
    ],
    [
      'an undefined security scheme',
      { ...document, paths: { '/a': { get: { ...operation, security: [{ who: [] }] } } } },
      /who/,
    ],
    ['two schemes in one object', secured([{ authorizer: [], key: [] }]), /one security scheme per object/],
    [
      'an integration without a role',
      {
        ...document,
        paths: { '/a': { get: { 'x-amazon-apigateway-integration': { type: 'aws_proxy', httpMethod: 'POST', uri } } } },
      },
      /role that may invoke/,
    ],
    ['an object without a scheme', secured([{}]), /one security scheme per object/],
    ['a scope', secured([{ key: ['read'] }]), /no scopes/],
    ['two authorizers', secured([{ authorizer: [] }, { other: [] }]), /only one per method/],
    [
      'a key in a header that API Gateway does not read',
      secured([{ key: [] }], { key: { ...schemes.key, name: 'x-service-api-key' } }),
      /securitySchemes/,
    ],
    [
      'an unmarked authorizer',
      secured([{ authorizer: [] }], {
        authorizer: { ...schemes.authorizer, 'x-amazon-apigateway-authtype': undefined },
      }),
      /securitySchemes/,
    ],
    [
      'a non-literal header',
      {
        ...document,
        'x-amazon-apigateway-gateway-responses': { THROTTLED: { responseParameters: { a: 'context.apiId' } } },
      },
      /literal in single quotes/,
    ],
  ])('an API definition with %s is rejected', (_, body, message) => {
    expect(() => read(body)).toThrow(message);
  });
});
