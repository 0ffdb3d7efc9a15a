import { functions } from '../../lambdas/contract/functions';
import { countAlarms } from '../../lib/alarms';
import { parseConfig } from '../../lib/config';
import { idlePrice } from '../../lib/price';
import { resourcesOf, stacksOf, templatesOf } from '../support/sources/templates';

const chain = (chainId: string, settings = {}) => ({ chainId, ...settings });

describe('alarms and their price', () => {
  test.each([
    ['the default', {}],
    [
      'three chains of several kinds',
      { chains: [chain('1'), chain('5', { follower: 'minute', traces: false }), chain('7', { index: false })] },
    ],
    ['two P-chains alone', { pChains: [{ network: 'mainnet' }, { network: 'fuji' }] }],
  ])('%s: as many alarms are counted as the template has, and paid for', (_, value) => {
    const config = parseConfig(value, 'test');
    const alarms = resourcesOf(templatesOf(stacksOf(value)), 'AWS::CloudWatch::Alarm').length;
    expect(countAlarms(config)).toBe(alarms);
    expect(idlePrice(config)).toMatch(/^Idle, .* \$\d+\.\d\d a month/);
    expect(idlePrice(config)).toContain(`alarms and dashboard $${(3 + alarms / 10).toFixed(2)}`);
  });
  test.each(['continuous', 'minute'])(
    'the price of a further chain (%s) is what one more makes of the whole',
    (follower) => {
      const price = (...chains: object[]) => idlePrice(parseConfig({ chains }, 'test'));
      const total = (line: string) => Number(/about \$([\d.]+) a month/.exec(line)?.[1]);
      const [, each, minute] = /adds \$([\d.]+), or \$([\d.]+)/.exec(price(chain('1'))) ?? [];
      const added = total(price(chain('1'), chain('5', { follower }))) - total(price(chain('1')));
      expect(added).toBeGreaterThan(0.2);
      expect(Math.abs(added - Number(follower === 'minute' ? minute : each))).toBeLessThan(0.011);
    },
  );
});

describe('the dashboard', () => {
  const templates = templatesOf(stacksOf({ chains: [chain('1')], pChains: [{ network: 'fuji' }] }));
  const [[, dashboard] = []] = resourcesOf(templates, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.Properties.DashboardBody);
  // Resources of another stack are imported by a name that begins with the attribute and the logical id.
  const shown = (id: string, attribute: string) => body.includes(`:ExportsOutput${attribute}${id}`);

  test('shows the dead letters and the age of every queue', () => {
    const queues = resourcesOf(templates, 'AWS::SQS::Queue').map(([id]) => id);
    expect(queues).toHaveLength(functions.filter(({ queue }) => queue).length * 2);
    expect(queues.filter((id) => !shown(id, 'FnGetAtt'))).toEqual([]);
  });
  test('shows every function that no request runs', () => {
    const answering = /^Api/;
    const deployed = [templates.indexer, templates.webhooks, templates.exports, templates.nodeRpc].flatMap((template) =>
      Object.entries(template?.Resources ?? {}).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && !answering.test(id),
      ),
    );
    expect(deployed).toHaveLength(functions.length);
    expect(deployed.map(([id]) => id).filter((id) => !shown(id, 'Ref'))).toEqual([]);
    for (const { id } of functions) expect(body).toContain(`\\"label\\":\\"${id}\\"`);
  });
});
