import { accessLogFormat, parseAccessRecord } from '../../../lambdas/usage/contract/access-log';
import { countedRequest } from '../../../lambdas/usage/domain/usage';
import { AT, accessLine, KEY_ID, settings } from '../../support/usage/records';

const counted = (different: Record<string, string | number> = {}, surface?: 'data' | 'rpc') => {
  const record = parseAccessRecord(accessLine(different, surface).trimEnd());
  if (!record) throw new Error('the line is not read');
  return countedRequest(record, settings);
};

describe('the access log', () => {
  test('the access log format has no key, header or query, and ends its records', () => {
    for (const surface of ['data', 'rpc'] as const) {
      expect(accessLogFormat(surface)).not.toMatch(/identity\.apiKey(?!Id)|header|querystring|userAgent/i);
      expect(accessLogFormat(surface)).toMatch(/^\w+ \$context\.requestId .*\n$/);
    }
  });
  test.each([
    ['an empty line', ''],
    ['a line of another surface', accessLine().replace('data', 'other').trimEnd()],
    ['a line with a field too many', `${accessLine().trimEnd()} x`],
    ['a line cut in the middle', accessLine().slice(0, 40)],
    ['a line without a status', accessLine({ status: '-' }).trimEnd()],
    ['a line without a time', accessLine({ requestTimeEpoch: '-' }).trimEnd()],
  ])('the parser rejects %s', (_, line) => expect(parseAccessRecord(line)).toBeUndefined());
});

describe('a counted request', () => {
  test('a request is counted with the owner, key, endpoint, chain and path without the stage', () => {
    expect(counted()).toEqual({
      requestId: 'r-1',
      at: AT,
      owner: 'wallet',
      keyId: KEY_ID,
      endpoint: 'data 1 GET /v1/chains/{chainId}',
      path: '/v1/chains/31337',
      chain: '31337',
      status: 200,
      ms: 12,
      ip: '192.0.2.1',
      host: 'api.example',
    });
  });
  test.each([
    ['an unknown key', { 'identity.apiKeyId': '-', status: 401 }],
    ['the shared key of callers without one', { 'authorizer.plan': 'anonymous', 'authorizer.ownerId': 'anonymous' }],
    ['an open endpoint', { 'identity.apiKeyId': '-', 'authorizer.plan': '-', 'authorizer.ownerId': '-' }],
  ])('a request has no owner with %s', (_, different) => {
    expect(counted(different)).toMatchObject({ owner: '_', keyId: '-' });
  });
  test('a throttled request keeps its owner', () => {
    const refused = { status: 429, integrationStatus: '-', integrationLatency: '-', responseLatency: 1 };
    expect(counted(refused)).toMatchObject({ owner: 'wallet', keyId: KEY_ID, status: 429 });
  });
  test.each([
    ['a chain of the service', '31337', '31337'],
    ['an unknown chain', '999', '-'],
    ['malformed text', '%ff%', '-'],
    ['key separators', 'a%23b~', '-'],
  ])('a request with %s in its path is counted under a known chain or none', (_, sent, chain) => {
    expect(counted({ path: `/live/v1/chains/${sent}` }).chain).toBe(chain);
  });
  test.each([
    ['the default P-Chain', '/ext/bc/P', '/live/ext/bc/P', 'p-chain-fuji'],
    ['a P-Chain by its network', '/{network}/ext/bc/P', '/live/mainnet/ext/bc/P', 'p-chain-mainnet'],
    ['no chain if the path has none', '/ext/health', '/live/ext/health', '-'],
  ])('a node RPC request is counted for %s', (_, resourcePath, path, chain) => {
    const { endpoint, ...request } = counted({ resourcePath, path, httpMethod: 'POST' }, 'rpc');
    expect([endpoint, request.chain]).toEqual([`rpc 0 POST ${resourcePath}`, chain]);
  });
  test('a data API request for a P-Chain is counted under the same name as a node RPC call', () => {
    const resourcePath = '/v1/networks/{network}/blockchains';
    expect(counted({ resourcePath, path: '/live/v1/networks/testnet/blockchains' }).chain).toBe('p-chain-fuji');
  });
  test.each([
    ['a preflight', { httpMethod: 'OPTIONS' }],
    ['an unknown path', { resourcePath: '-' }],
    ['an unknown method', { httpMethod: 'PUT' }],
  ])('a request with %s has no endpoint', (_, different) => expect(counted(different).endpoint).toBe('data 0 - -'));
});
