import { get, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeysCommand,
  GetUsagePlansCommand,
  UpdateApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import * as z from 'zod';
import { endpoint } from '../../lambdas/core/contract/endpoint';
import { implementWith } from '../../lambdas/core/http/implement';
import { type Runner, startRunner } from '../../local/runner';
import { depsWith } from '../support/endpoints/deps';
import { parseScrape } from '../support/prometheus/parse';
import { bearer, getCredentials } from '../support/runner-token';
import {
  folder,
  functionResource,
  invocationUri,
  ROLE,
  removeFolders,
  toOperation,
  writeAssembly,
} from './support/assembly';

const implement = implementWith({});

const ANONYMOUS = 'anonymous-0000000000000000';
const functions = {
  // Echoes its event, or responds as the query requests.
  echo: `export const handler = async (event) => {
    const ask = event.queryStringParameters ?? {};
    if (ask.fail) throw new Error('no');
    while (ask.block);
    if (ask.wait) await new Promise((resolve) => setTimeout(resolve, Number(ask.wait)));
    if (ask.long) return { statusCode: 200, body: 'x'.repeat(Number(ask.long)) };
    if (ask.bad) return { body: 'no status' };
    if (ask.raw) return { statusCode: 200, headers: { 'content-type': 'image/png' }, body: 'AQID', isBase64Encoded: true };
    return { statusCode: 201, multiValueHeaders: { 'set-cookie': ['a=1', 'b=2'] }, body: JSON.stringify(event) };
  };`,
  patient: `export { handler } from './echo.mjs?patient';`,
  authorizer: `export const handler = async (event) => {
    const key = event.headers['x-key'] ?? '${ANONYMOUS}';
    if (key === 'throw') throw new Error('broken');
    if (key === 'unauthorized') throw new Error('Unauthorized');
    if (key === 'nonsense') return {};
    const Effect = key === 'deny' ? 'Deny' : 'Allow';
    return {
      principalId: 'me',
      policyDocument: { Statement: [{ Effect, Action: 'execute-api:Invoke', Resource: event.methodArn }] },
      context: { plan: 'free', level: 3 },
      usageIdentifierKey: key,
    };
  };`,
};

const echo = toOperation('Echo');
const patient = toOperation('Patient');
const open = { get: echo };
const keyed = { security: [{ authorizer: [] }, { key: [] }], ...echo };
const response = (statusCode: string, more = {}) => ({
  statusCode,
  responseTemplates: {
    'application/json': `{"message":$context.error.messageString,"type":"$context.error.responseType","statusCode":${statusCode}}`,
  },
  ...more,
});
const cors = { 'method.response.header.Access-Control-Allow-Origin': "'*'" };

const Body = {
  openapi: '3.0.1',
  info: { title: 'test', version: '1' },
  paths: {
    '/things/{id}': {
      ...open,
      options: {
        'x-amazon-apigateway-integration': {
          type: 'mock',
          requestTemplates: { 'application/json': '{"statusCode":200}' },
          responses: { default: { statusCode: '200', responseParameters: cors } },
        },
      },
    },
    '/things/special': { post: echo },
    '/things/{id}/parts:list': open,
    '/throttled': open,
    // Long enough for a busy machine to start another thread.
    '/patient': {
      get: {
        'x-amazon-apigateway-integration': { ...patient['x-amazon-apigateway-integration'], timeoutInMillis: 6_000 },
      },
    },
    '/': open,
    '/keyed': { get: keyed, post: keyed },
  },
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      authorizer: {
        type: 'apiKey',
        in: 'header',
        name: 'x-key',
        'x-amazon-apigateway-authtype': 'custom',
        'x-amazon-apigateway-authorizer': {
          type: 'request',
          authorizerUri: invocationUri('Authorizer'),
          authorizerCredentials: ROLE,
          authorizerResultTtlInSeconds: 0,
        },
      },
    },
  },
  'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
  'x-amazon-apigateway-binary-media-types': ['image/png'],
  'x-amazon-apigateway-gateway-responses': {
    INVALID_API_KEY: response('401'),
    MISSING_AUTHENTICATION_TOKEN: response('404'),
    THROTTLED: response('429', { responseParameters: { 'gatewayresponse.header.Retry-After': "'1'" } }),
    QUOTA_EXCEEDED: response('429', { responseParameters: { 'gatewayresponse.header.Retry-After': "'3600'" } }),
    DEFAULT_4XX: { responseTemplates: { 'application/json': '{"type":"$context.error.responseType"}' } },
  },
};
const plan = (UsagePlanName: string, Throttle: object, Quota: object) => ({
  Type: 'AWS::ApiGateway::UsagePlan',
  Properties: { UsagePlanName, Throttle, Quota, ApiStages: [{ ApiId: { Ref: 'Api' }, Stage: { Ref: 'Stage' } }] },
});
const Resources = {
  Echo: functionResource('echo', { Timeout: 4 }),
  Patient: functionResource('patient', { Timeout: 20 }),
  Authorizer: functionResource('authorizer'),
  Api: { Type: 'AWS::ApiGateway::RestApi', Properties: { Name: 'api', Body, MinimumCompressionSize: 5_000 } },
  Stage: {
    Type: 'AWS::ApiGateway::Stage',
    Properties: {
      RestApiId: { Ref: 'Api' },
      StageName: 'live',
      MethodSettings: [
        { HttpMethod: 'GET', ResourcePath: '/~1throttled', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 2 },
        { HttpMethod: 'GET', ResourcePath: '/', ThrottlingRateLimit: 0.001, ThrottlingBurstLimit: 1 },
      ],
    },
  },
  AnonymousKey: { Type: 'AWS::ApiGateway::ApiKey', Properties: { Name: 'anonymous', Value: ANONYMOUS, Enabled: true } },
  Joined: {
    Type: 'AWS::ApiGateway::UsagePlanKey',
    Properties: { KeyId: { Ref: 'AnonymousKey' }, KeyType: 'API_KEY', UsagePlanId: { Ref: 'Free' } },
  },
  Free: plan('free', { RateLimit: 1000, BurstLimit: 1000 }, { Limit: 1000, Period: 'DAY' }),
  Slow: plan('slow', { RateLimit: 0.001, BurstLimit: 3 }, { Limit: 1000, Period: 'DAY' }),
  Small: plan('small', { RateLimit: 1000, BurstLimit: 1000 }, { Limit: 2, Period: 'MONTH' }),
};

const assembly = writeAssembly({ app: { Resources } }, functions);
const dataDir = folder();
let runner: Runner;
let management: APIGatewayClient;
const start = async () => {
  runner = await startRunner({ assembly, dataDir, ports: {}, parameters: {} });
  const credentials = getCredentials(runner.token);
  management = new APIGatewayClient({ endpoint: runner.controlUrl, region: 'us-east-1', credentials });
};
beforeAll(start);
afterAll(async () => {
  await runner.stop();
  removeFolders();
});

const send = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${runner.urls.api}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text.startsWith('{') ? JSON.parse(text) : text };
};
const asKey = (key: string) => send('/keyed', { headers: { 'x-key': key } });
const makeKey = async (name: string, planName: string) => {
  const value = `${name}-000000000000000000000`;
  const { id } = await management.send(new CreateApiKeyCommand({ name, value, enabled: true }));
  const { items = [] } = await management.send(new GetUsagePlansCommand({}));
  const usagePlanId = items.find((item) => item.name === planName)?.id;
  await management.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId: id, keyType: 'API_KEY' }));
  return { id, value };
};

describe('routing', () => {
  test('query keys named like object built-ins reach the function', async () => {
    const { status, body } = await send('/things/a?constructor=1&__proto__=2&toString=3', {
      headers: { constructor: 'v' },
    });
    expect(status).toBe(201);
    const given = body.multiValueQueryStringParameters as object;
    expect(Object.entries(given).toSorted()).toEqual([
      ['__proto__', ['2']],
      ['constructor', ['1']],
      ['toString', ['3']],
    ]);
  });
  test('the function receives the proxy event of API Gateway', async () => {
    const { status, body, headers } = await send('/things/a%2Fb%20c?x=1&x=2&y=%C3%A4', {
      headers: { 'X-Custom': 'v' },
    });
    expect(status).toBe(201);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(body).toMatchObject({
      resource: '/things/{id}',
      path: '/things/a%2Fb%20c',
      httpMethod: 'GET',
      queryStringParameters: { x: '2', y: 'ä' },
      multiValueQueryStringParameters: { x: ['1', '2'], y: ['ä'] },
      pathParameters: { id: 'a/b c' },
      body: null,
      isBase64Encoded: false,
      stageVariables: null,
      requestContext: {
        stage: 'live',
        path: '/live/things/a%2Fb%20c',
        resourcePath: '/things/{id}',
        identity: { sourceIp: '127.0.0.1' },
        requestId: headers.get('x-amzn-requestid'),
      },
    });
    expect(Object.entries(body.headers)).toContainEqual([expect.stringMatching(/^x-custom$/i), 'v']);
  });

  test('repeated query keys reach a list parameter as its values, and are rejected for any other', async () => {
    const spec = endpoint({
      ...{ id: 'listThings', method: 'GET', path: '/v1/things', tag: 'EVM Chains', summary: 'List', weight: 1 },
      ...{ access: 'open', uses: {}, readUnits: 0, params: z.object({}) },
      query: z.object({ kinds: z.array(z.string()), order: z.string().optional() }),
      response: z.object({ kinds: z.array(z.string()) }),
    });
    const handler = implement(spec, async ({ query: { kinds } }) => ({ kinds }));
    const { deps } = await depsWith();
    const answer = async (query: string) => {
      const { body: event } = await send(`/things/1${query}`);
      const { statusCode, body } = await handler.withDeps(deps)({ ...event, pathParameters: null }, {} as never);
      return [statusCode, JSON.parse(body)];
    };
    expect(await answer('?kinds=a&order=x&kinds=b%2Cc&kinds=%C3%A4')).toEqual([200, { kinds: ['a', 'b', 'c', 'ä'] }]);
    expect(await answer('?kinds=a')).toEqual([200, { kinds: ['a'] }]);
    expect(await answer('?kinds=a&order=x&order=x')).toMatchObject([
      400,
      { message: 'order: must not be repeated (given 2 times)' },
    ]);
  });

  test('a literal segment takes precedence over a variable and may contain a colon', async () => {
    expect((await send('/things/special', { method: 'POST', body: 'text' })).body).toMatchObject({
      resource: '/things/special',
      body: 'text',
      pathParameters: null,
    });
    expect((await send('/things/7/parts:list')).body).toMatchObject({
      resource: '/things/{id}/parts:list',
      pathParameters: { id: '7' },
    });
  });

  test('the root path is routed and has its own throttle', async () => {
    expect((await send('/')).body).toMatchObject({ resource: '/', path: '/', requestContext: { path: '/live/' } });
    expect((await send('/')).status).toBe(429);
  });

  test.each([
    ['GET', '/nowhere'],
    ['DELETE', '/things/7'],
    ['GET', '/things/'],
  ])('%s %s gets MISSING_AUTHENTICATION_TOKEN', async (method, path) => {
    const { status, body } = await send(path, { method });
    expect([status, body.type]).toEqual([404, 'MISSING_AUTHENTICATION_TOKEN']);
  });

  test('an invalid path encoding gets the default 4xx response', async () => {
    const { status, body } = await send('/things/%E0%A4%A');
    expect([status, body.type]).toEqual([400, 'BAD_REQUEST_PARAMETERS']);
  });

  test('a mock integration answers OPTIONS without a function', async () => {
    const { status, headers, text } = await send('/things/7', { method: 'OPTIONS' });
    expect([status, headers.get('access-control-allow-origin'), text]).toEqual([200, '*', '']);
  });

  test('a binary body reaches the function as base64, and is returned decoded only if accepted', async () => {
    const body = Buffer.from([1, 255]);
    const sent = await send('/things/special', { method: 'POST', body, headers: { 'content-type': 'image/png' } });
    expect(sent.body).toMatchObject({ body: body.toString('base64'), isBase64Encoded: true });
    expect((await send('/things/7?raw=1', { headers: { accept: 'image/png' } })).text).toBe('\u0001\u0002\u0003');
    expect((await send('/things/7?raw=1', { headers: { accept: 'text/html' } })).text).toBe('AQID');
  });
});

describe('compression', () => {
  test.each([
    ['long enough, and accepted', 5_000, 'br, gzip;q=0.8', 'gzip'],
    ['too short', 4_999, 'gzip', undefined],
    ['not accepted', 5_000, 'br, x-gzip', undefined],
    ['nothing accepted', 5_000, undefined, undefined],
  ])('a response (%s) is compressed only if long enough and accepted', async (_, length, accepted, encoding) => {
    // fetch would accept gzip by default and hide its use.
    const { headers, body } = await new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const options = accepted === undefined ? {} : { headers: { 'accept-encoding': accepted } };
      get(`${runner.urls.api}/things/7?long=${length}`, options, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ headers: response.headers, body: Buffer.concat(chunks) });
      }).on('error', reject);
    });
    expect([headers['content-encoding'], Number(headers['content-length'])]).toEqual([encoding, body.length]);
    expect(String(encoding ? gunzipSync(body) : body)).toBe('x'.repeat(length));
  });
});

describe('gateway failures', () => {
  test.each([
    ['the function throws', 'fail=1'],
    ['the response has no status', 'bad=1'],
    ['the function runs out of time', 'block=1'],
  ])('the response is 502 if %s, and the next call is served', async (_, query) => {
    const { status, body } = await send(`/things/7?${query}`);
    expect([status, body]).toEqual([502, { message: 'Internal server error' }]);
    expect((await send('/things/7')).status).toBe(201);
  });

  test('a function slower than its integration timeout gets 504, and the next call is served', async () => {
    const { status, body } = await send('/patient?wait=10000');
    expect([status, body]).toEqual([504, { message: 'Endpoint request timed out' }]);
    expect((await send('/patient?wait=1')).status).toBe(201);
  });

  test('an aborted upload is logged in one line without a stack', async () => {
    const lines: unknown[][] = [];
    const spies = (['info', 'warn', 'error'] as const).map((level) =>
      jest.spyOn(console, level).mockImplementation((...line) => void lines.push(line)),
    );
    try {
      const { hostname, port } = new URL(runner.urls.api ?? '');
      const socket = connect(Number(port), hostname);
      socket.write('POST /things/a HTTP/1.1\r\nhost: a\r\ncontent-length: 1000\r\n\r\nhalf');
      await new Promise((resolve) => setTimeout(resolve, 100));
      socket.destroy();
      for (let tries = 0; lines.length === 0 && tries < 100; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await send('/things/a')).status).toBe(201);
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
    expect(lines).toEqual([
      [expect.stringMatching(/^Request [-0-9a-f]{36}: the caller disconnected before sending the whole body.$/)],
    ]);
  });

  test('a body over 10 MB gets REQUEST_TOO_LARGE', async () => {
    const { status, body } = await send('/things/special', {
      method: 'POST',
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    expect([status, body.type]).toEqual([413, 'REQUEST_TOO_LARGE']);
  });
});

describe('authorizer and API keys', () => {
  test('the authorizer context reaches the function as text, with the API key', async () => {
    const { body } = await asKey(ANONYMOUS);
    expect(body.requestContext).toMatchObject({
      authorizer: { principalId: 'me', plan: 'free', level: '3' },
      identity: { apiKey: ANONYMOUS },
    });
  });

  test.each([
    ['deny', 403, 'ACCESS_DENIED'],
    ['unauthorized', 401, 'UNAUTHORIZED'],
    ['an-unknown-key-00000000000', 401, 'INVALID_API_KEY'],
  ])('the key "%s" gets %i %s', async (key, status, type) => {
    const answer = await asKey(key);
    expect([answer.status, answer.body.type]).toEqual([status, type]);
  });

  test.each(['throw', 'nonsense'])('an authorizer without a decision causes a server error (%s)', async (key) => {
    expect((await asKey(key)).status).toBe(500);
  });

  test('a key over its rate is throttled without affecting other keys', async () => {
    const { value } = await makeKey('slow-one', 'slow');
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push((await asKey(value)).status);
    expect(statuses).toEqual([201, 201, 201, 429]);
    const { headers, body } = await asKey(value);
    expect([headers.get('retry-after'), body.type]).toEqual(['1', 'THROTTLED']);
    expect((await asKey(ANONYMOUS)).status).toBe(201);
  });

  test('a method can have its own throttle', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++) statuses.push((await send('/throttled')).status);
    expect(statuses).toEqual([201, 201, 429]);
    expect((await send('/things/7')).status).toBe(201);
  });

  test('disabling, enabling and deleting a key takes effect immediately', async () => {
    const { id, value } = await makeKey('switched', 'free');
    const enable = (to: string) => {
      const patchOperations = [{ op: 'replace' as const, path: '/enabled', value: to }];
      return management.send(new UpdateApiKeyCommand({ apiKey: id, patchOperations }));
    };
    expect((await asKey(value)).status).toBe(201);
    await enable('false');
    expect((await asKey(value)).status).toBe(401);
    await enable('true');
    expect((await asKey(value)).status).toBe(201);
    await management.send(new DeleteApiKeyCommand({ apiKey: id }));
    expect((await asKey(value)).status).toBe(401);
  });

  test('key management lists values only on request, and rejects duplicates, a second plan and unknown calls', async () => {
    const { id, value } = await makeKey('listed', 'free');
    const list = (includeValues: boolean) =>
      management.send(new GetApiKeysCommand({ nameQuery: 'list', includeValues }));
    expect((await list(false)).items).toEqual([expect.not.objectContaining({ value })]);
    expect((await list(true)).items).toEqual([expect.objectContaining({ id, value, createdDate: expect.any(Date) })]);
    const { items = [] } = await management.send(new GetUsagePlanKeysCommand({ usagePlanId: 'app-Free' }));
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(['anonymous', 'listed']));
    await expect(makeKey('listed', 'free')).rejects.toMatchObject({ name: 'ConflictException' });
    const twice = new CreateUsagePlanKeyCommand({ usagePlanId: 'app-Slow', keyId: id, keyType: 'API_KEY' });
    await expect(management.send(twice)).rejects.toMatchObject({ name: 'ConflictException' });
    const unknown = await fetch(`${runner.controlUrl}/domainnames`, { headers: bearer(runner.token) });
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('GET /domainnames')]);
  });

  test('keys and used quotas survive a restart', async () => {
    const { value } = await makeKey('small-one', 'small');
    expect((await asKey(value)).status).toBe(201);
    await runner.stop();
    await start();
    expect((await asKey(value)).status).toBe(201);
    const { status, headers, body } = await asKey(value);
    expect([status, headers.get('retry-after'), body.type]).toEqual([429, '3600', 'QUOTA_EXCEEDED']);
  });
});

test('requests are counted by API, path of the template and class of the status, and only their latencies by API', async () => {
  const scrape = async () => parseScrape(await (await fetch(runner.metricsUrl)).text());
  const counted = async (labels: Record<string, string>) => (await scrape()).sum('apigateway_requests_total', labels);
  const of = { api: 'api', method: 'GET', path: '/things/{id}' };
  const before = await scrape();
  await send('/things/1');
  await send('/things/a%2Fb?query=1');
  await send('/none/of/these');
  await send('/none', { method: 'DELETE' });
  const others = await scrape();
  const gained = (name: string, labels: Record<string, string>) =>
    (others.sum(name, labels) ?? 0) - (before.sum(name, labels) ?? 0);
  expect(gained('apigateway_requests_total', { ...of, status: '2xx' })).toBe(2);
  expect(await counted({ ...of, status: '5xx' })).toBe(0);
  expect(gained('apigateway_requests_total', { method: '', path: '', status: '4xx' })).toBe(2);
  expect(gained('apigateway_latency_seconds_count', { api: 'api' })).toBe(4);
  const paths = others.find('apigateway_requests_total').map(({ labels }) => labels.path);
  expect(paths.filter((path) => path !== '' && !(path && path in Body.paths))).toEqual([]);
  expect(Object.keys(others.find('apigateway_latency_seconds_sum')[0]?.labels ?? {})).toEqual(['api']);
});

test('a taken port is rejected with an error that names it', async () => {
  const port = Number(new URL(runner.urls.api ?? '').port);
  const options = { assembly, dataDir: folder(), ports: { api: port }, parameters: {} };
  await expect(startRunner(options)).rejects.toThrow(`Port ${port} for api is in use`);
});
