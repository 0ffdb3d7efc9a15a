import { ENV } from '../../lambdas/core/contract/env';
import { parseConfig } from '../../lib/config';
import { templatesFor, toStatements } from '../support/sources/templates';

const chains = [{ chainId: '43114' }];
const pChains = [{ network: 'mainnet', index: true }];
const endpoint = 'https://collector.example/otlp';
const headersParameter = '/collectors/headers';
const NAMES = [ENV.otlpEndpoint, ENV.otlpService, ENV.otlpRatio, ENV.otlpHeaders];

interface FunctionProperties {
  readonly Handler: string;
  readonly Environment?: { readonly Variables: Readonly<Record<string, unknown>> };
}
const settingsIn = (openTelemetry?: object) =>
  Object.values(templatesFor({ chains, pChains, ...(openTelemetry ? { openTelemetry } : {}) })).flatMap(
    ({ Resources }) =>
      Object.values(Resources)
        .filter(({ Type }) => Type === 'AWS::Lambda::Function')
        .map(({ Properties }) => Properties as unknown as FunctionProperties)
        .map(({ Handler, Environment: { Variables } = { Variables: {} } }) => ({
          handler: Handler,
          settings: Object.fromEntries(NAMES.flatMap((name) => (name in Variables ? [[name, Variables[name]]] : []))),
        })),
  );
const grantsIn = (openTelemetry?: object) =>
  Object.values(templatesFor({ chains, pChains, ...(openTelemetry ? { openTelemetry } : {}) })).flatMap((template) =>
    toStatements(template, '').filter((statement) => JSON.stringify(statement).includes('ssm:GetParameter')),
  );

describe('OpenTelemetry', () => {
  test('without the setting, no function has a variable of it', () => {
    const all = settingsIn();
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter(({ settings }) => Object.keys(settings).length > 0)).toEqual([]);
  });
  test('with the setting, every function of ours except the authorizer gets the endpoint, the name and the ratio', () => {
    const all = settingsIn({ endpoint, sampleRatio: 0.1 });
    const settings = { OTLP_ENDPOINT: endpoint, OTLP_SERVICE_NAME: 'chain-data', OTLP_SAMPLE_RATIO: '0.1' };
    const without = all.filter((one) => Object.keys(one.settings).length === 0).map(({ handler }) => handler);
    expect(new Set(without)).toEqual(new Set(['authorizer.handler']));
    for (const one of all) if (!without.includes(one.handler)) expect(one).toEqual({ ...one, settings });
    expect(grantsIn({ endpoint, sampleRatio: 0.1 })).toEqual(grantsIn());
  });
  test('functions may read the one parameter with headers, whose value is in no template', () => {
    const openTelemetry = { endpoint, headersParameter, headers: 'x-team=planted-key' };
    const added = grantsIn(openTelemetry).filter((statement) => JSON.stringify(statement).includes('collectors'));
    expect(added.length).toBe(settingsIn(openTelemetry).filter(({ settings }) => ENV.otlpHeaders in settings).length);
    for (const { Action, Resource } of added)
      expect([Action, JSON.stringify(Resource)]).toEqual([
        'ssm:GetParameter',
        expect.stringMatching(/:parameter\/collectors\/headers"/),
      ]);
    expect(JSON.stringify(templatesFor({ chains, pChains, openTelemetry }))).not.toContain('planted-key');
  });
});

describe('the setting', () => {
  test.each([
    ['with credentials', { endpoint: 'https://me:pw@collector.example' }, 'must have no credentials'],
    ['with a query', { endpoint: 'https://collector.example/?key=1' }, 'must have no credentials and no query'],
    ['of another scheme', { endpoint: 'grpc://collector.example:4317' }, 'must be an http(s) URL'],
    ['with a relative parameter', { endpoint, headersParameter: 'headers' }, 'must be the full name of a parameter'],
    [
      'with headers and no parameter',
      { endpoint, headers: 'a=b' },
      'openTelemetry.headersParameter: must be set together',
    ],
    ['with a ratio above 1', { endpoint, sampleRatio: 2 }, 'openTelemetry.sampleRatio'],
  ])('an endpoint %s is refused', (_, openTelemetry, message) => {
    expect(() => parseConfig({ chains, openTelemetry }, 'test')).toThrow(message);
  });
  test('all traces are sampled by default', () => {
    expect(parseConfig({ chains, openTelemetry: { endpoint } }, 'test').openTelemetry).toEqual({
      endpoint,
      sampleRatio: 1,
    });
  });
});
