import { readFileSync } from 'node:fs';
import { alertRules } from '../../bin/docs/alerts';
import { grafanaDashboard } from '../../bin/docs/grafana';
import { functions } from '../../lambdas/app/contract/functions';
import { SERVICE_ALARMS } from '../../lib/alarms';
import { getResources, templatesFor } from '../support/sources/templates';

const templates = templatesFor({
  chains: [{ chainId: '1' }, { chainId: '5', follower: 'alone' }],
  pChains: [{ network: 'mainnet', index: true }],
});
/** As local mode names them. */
const getNames = (type: string) => getResources(templates, type).map(([id]) => `chain-data-stack-${id}`);
const names = [...getNames('AWS::Lambda::Function'), ...getNames('AWS::SQS::Queue')];

describe('the alert rules of local mode', () => {
  const rules = alertRules();
  test('docs/prometheus-alerts.yml is up to date: `npm run docs` writes it', () =>
    expect(readFileSync('docs/prometheus-alerts.yml', 'utf8')).toBe(rules));
  test('every alarm of a deployment has a rule, but the one of a throttled table', () => {
    const alarms = functions.flatMap(({ id, alarms = [], queue }) => [
      ...alarms.map((alarm) => alarm.id),
      ...(queue?.late ? [`${id}Late`] : []),
    ]);
    const alerts = [...rules.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name);
    const others = ['Throttled', 'LagAlone']; // the rule of the lag covers all chains
    expect(
      ['Down', ...Object.keys(SERVICE_ALARMS), ...alarms].filter((name) => !others.includes(name)).toSorted(),
    ).toEqual(alerts.toSorted());
  });
  test('each pattern of a rule matches one function or queue', () => {
    const patterns = [...rules.matchAll(/=~"([^"]+)"/g)].map(([, pattern = '']) => pattern);
    expect(patterns.length).toBeGreaterThanOrEqual(10);
    for (const pattern of patterns)
      expect([pattern, names.filter((name) => new RegExp(`^(?:${pattern})$`).test(name))]).toEqual([
        pattern,
        [expect.any(String)],
      ]);
  });
});

describe('the dashboard of local mode', () => {
  const dashboard = grafanaDashboard();
  test('docs/grafana-dashboard.json is up to date: `npm run docs` writes it', () =>
    expect(readFileSync('docs/grafana-dashboard.json', 'utf8')).toBe(dashboard));
  test('panels shorten the names of functions and queues to their ids', () => {
    const [{ options }] = (
      JSON.parse(dashboard) as {
        panels: [{ transformations: [{ options: Record<'regex' | 'renamePattern', string> }] }];
      }
    ).panels[0].transformations;
    const short = names.map((name) => name.replace(new RegExp(options.regex), options.renamePattern));
    expect(short).toEqual(expect.arrayContaining(['Follow', 'Match', 'getBlock', 'DeadLetters', 'Authorizer']));
    expect(short.filter((name) => /-|[0-9A-F]{8}/.test(name))).toEqual([]);
  });
});
