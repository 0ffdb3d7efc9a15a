import { endpoints } from '../../lambdas/app/contract/registry';
import { MAX_CHAINS } from '../../lambdas/core/contract/config';
import { parseConfig } from '../../lib/config';
import { getStack } from '../../lib/constructs/route';
import { getResources, templatesFor } from '../support/sources/templates';

/** The longest possible IDs. */
const chainIds = Array.from({ length: MAX_CHAINS }, (_, i) => String(10n ** 19n + BigInt(i)));
const pChains = ['mainnet', 'fuji'].map((network) => ({ network, index: true }));
const many = (settings = {}) => ({ chains: chainIds.map((chainId) => ({ chainId, ...settings })), pChains });
/** CloudFormation's limits for one stack. */
const LIMITS = { bytes: 1_048_576, resources: 500, outputs: 200 };
/** Resources and template bytes of an endpoint with its own function, including its part of the document. */
const ENDPOINT = { resources: 4, bytes: 6_000 };
const FURTHER_ENDPOINTS = 60;
/** A reference in a policy, and the length of the longest value it stands for: a function's ARN. */
const REFERENCE = /\{"Fn::(?:GetAtt":\[[^\]]*\]|GetStackOutput":\{.*?"OutputName":"[^"]*"\})\}/g;
const ARN_LENGTH = 125;

const getSizes = (config: unknown) =>
  Object.entries(templatesFor(config)).map(([stack, template]) => ({
    stack,
    bytes: Buffer.byteLength(JSON.stringify(template)),
    resources: Object.keys(template.Resources).length,
    outputs: Object.keys(template.Outputs ?? {}).length,
  }));

const getParts = (joined: unknown): unknown[] => (joined as { 'Fn::Join': [string, unknown[]] })['Fn::Join'][1];

describe('the maximum number of chains', () => {
  test.each([
    ['default settings', {}],
    ['each followed alone, with the most workers', { follower: 'alone', backfillWorkers: 16, historyTraces: true }],
  ])('every template is within the limits of CloudFormation: %s', (_, settings) => {
    for (const { stack, ...size } of getSizes(many(settings)))
      for (const [name, limit] of Object.entries(LIMITS)) {
        const found = size[name as keyof typeof size];
        expect([stack, name, found < limit * 0.9 ? 'fits' : found]).toEqual([stack, name, 'fits']);
      }
  });

  test('the maximum is at least 200, and one more chain is rejected', () => {
    expect(MAX_CHAINS).toBeGreaterThanOrEqual(200);
    const { chains } = many();
    expect(() => parseConfig({ chains: [...chains, { chainId: '1' }] }, 'config.json')).toThrow(
      'invalid configuration config.json: chains: must have at most 250 chains',
    );
  });

  test('every policy is within the limit of IAM, and none lists the chains', () => {
    const templates = templatesFor(many());
    const inline = getResources(templates, 'AWS::IAM::Policy');
    for (const [id, { Properties }] of inline) {
      const resolved = JSON.stringify(Properties.PolicyDocument).replaceAll(REFERENCE, `"${'x'.repeat(ARN_LENGTH)}"`);
      expect([id, resolved.length < 10_240 ? 'fits' : resolved.length]).toEqual([id, 'fits']);
    }
    expect(JSON.stringify(inline)).not.toContain(chainIds[0]);
    const managed = (config: unknown) => getResources(templatesFor(config), 'AWS::IAM::ManagedPolicy').length;
    expect(managed(many())).toBe(managed({ pChains, chains: [{ chainId: '1' }] }));
  });

  test('each dashboard graph has at most 500 metrics, and the dashboard at most 2,500', () => {
    const [[, dashboard] = []] = getResources(templatesFor(many()), 'AWS::CloudWatch::Dashboard');
    const body = getParts(dashboard?.Properties.DashboardBody)
      .map((part) => (typeof part === 'string' ? part : 'x'))
      .join('');
    const counts = (JSON.parse(body) as { widgets: { properties: { metrics: unknown[] } }[] }).widgets.map(
      ({ properties }) => properties.metrics.length,
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(500);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2_500);
  });
});

test('every endpoint stack has room for sixty more endpoints at the maximum number of chains', () => {
  const stacks = new Set(
    endpoints.map((endpoint) => (getStack(endpoint) === 'p-chain' ? 'pChain' : getStack(endpoint))),
  );
  expect(stacks.size).toBeGreaterThan(1);
  for (const { stack, resources, bytes } of getSizes(many()).filter((size) => stacks.has(size.stack as 'api'))) {
    expect([stack, resources + FURTHER_ENDPOINTS * ENDPOINT.resources < LIMITS.resources]).toEqual([stack, true]);
    expect([stack, bytes + FURTHER_ENDPOINTS * ENDPOINT.bytes < LIMITS.bytes]).toEqual([stack, true]);
  }
});
