import { functions } from '../../lambdas/app/contract/functions';
import { countAlarmMetrics } from '../../lib/alarms';
import { parseConfig } from '../../lib/config';
import { idlePrice } from '../../lib/price';
import { getResources, type Resource, templatesFor } from '../support/sources/templates';

const chain = (chainId: string, settings = {}) => ({ chainId, ...settings });
/** The metrics that an alarm watches: its own, or all of its expression. */
const watchedBy = ({ Metrics: metrics }: Resource['Properties']): unknown[] =>
  Array.isArray(metrics) ? metrics.filter(({ MetricStat: stat }) => stat) : ['its own'];

describe('the price of alarms', () => {
  test.each([
    ['the default configuration', {}],
    [
      'three chains with different settings',
      { chains: [chain('1'), chain('5', { follower: 'minute', traces: false }), chain('7', { index: false })] },
    ],
    ['two P-Chains alone', { pChains: [{ network: 'mainnet' }, { network: 'fuji' }] }],
    [
      'eleven chains followed alone and a group of two',
      {
        chains: [
          chain('1'),
          chain('2'),
          ...Array.from({ length: 11 }, (__, i) => chain(`${i + 10}`, { follower: 'alone' })),
        ],
      },
    ],
  ])('%s: the counted and priced alarm metrics match the template', (_, value) => {
    const config = parseConfig(value, 'test');
    const alarms = getResources(templatesFor(value), 'AWS::CloudWatch::Alarm').reduce(
      (sum, [, { Properties }]) => sum + watchedBy(Properties).length,
      0,
    );
    expect(countAlarmMetrics(config)).toBe(alarms);
    expect(idlePrice(config)).toMatch(/^At idle, .* \$\d+\.\d\d a month/);
    expect(idlePrice(config)).toContain(`alarms and dashboard $${(3 + alarms / 10).toFixed(2)}`);
  });
  test.each(['continuous', 'minute', 'alone'] as const)(
    'the printed price of an additional chain (%s) matches the increase of the total',
    (follower) => {
      const price = (...chains: object[]) => idlePrice(parseConfig({ chains }, 'test'));
      const total = (line: string) => Number(/about \$([\d.]+) a month/.exec(line)?.[1]);
      const [, continuous, minute, alone] =
        /adds \$([\d.]+), \$([\d.]+) .*, or \$([\d.]+)/.exec(price(chain('1'))) ?? [];
      const printed = { continuous, minute, alone };
      const added = total(price(chain('1'), chain('5', { follower }))) - total(price(chain('1')));
      expect(added).toBeGreaterThan(0.2);
      expect(Math.abs(added - Number(printed[follower]))).toBeLessThan(0.011);
    },
  );
});

describe('the budget of an idle month', () => {
  const getPart = (name: string, line: string) => Number(new RegExp(`${name} \\$([\\d.]+)`).exec(line)?.[1]);
  const one = idlePrice(parseConfig({ chains: [chain('1')] }, 'test'));
  test('the first chain costs at most $15 and its monitoring $5, and each additional chain $2.50', () => {
    expect(getPart('following 1 chain\\(s\\)', one)).toBeLessThanOrEqual(15);
    expect(getPart('alarms and dashboard', one)).toBeLessThanOrEqual(5);
    expect(getPart('An additional chain adds', one)).toBeLessThanOrEqual(2.5);
  });
  test('thirty chains cost as much as the first and 29 additional ones', () => {
    const getTotal = (line: string) => getPart('costs about', line);
    const thirty = idlePrice(parseConfig({ chains: Array.from({ length: 30 }, (_, i) => chain(`${i + 1}`)) }, 'test'));
    expect(Math.abs(getTotal(thirty) - getTotal(one) - 29 * getPart('An additional chain adds', one))).toBeLessThan(
      0.5,
    );
  });
});

describe('the alarms over many chains', () => {
  const getAlarms = (value: unknown) =>
    Object.fromEntries(
      getResources(templatesFor(value), 'AWS::CloudWatch::Alarm').map(([id, { Properties }]) => [
        id.replace(/Alarm[0-9A-F]{8}$/, ''),
        Properties,
      ]),
    );
  test('thirty chains have the same alarms as one, and no alarm names a chain', () => {
    const one = getAlarms({ chains: [chain('1')] });
    const thirty = getAlarms({ chains: Array.from({ length: 30 }, (_, i) => chain(`${i + 1}`)) });
    expect(thirty).toEqual(one);
    expect(Object.keys(one)).toEqual(expect.arrayContaining(['Lag', 'Halted', 'TracesLate', 'DeadLetters']));
    expect(JSON.stringify(one)).not.toContain('"chainId"');
  });
  test('a silent group raises the lag alarm of all groups', () => {
    const { Lag: lag } = getAlarms({ chains: Array.from({ length: 31 }, (_, i) => chain(`${i + 1}`)) });
    expect(lag).toMatchObject({ Threshold: 120, EvaluationPeriods: 5, TreatMissingData: 'breaching' });
    const [expression, ...groups] = (lag?.Metrics ?? []) as { Expression?: string; MetricStat: { Metric: object } }[];
    expect(expression?.Expression).toBe('MAX([FILL(group0, 3600), FILL(group1, 3600)])');
    expect(groups.map(({ MetricStat: stat }) => stat.Metric)).toMatchObject(
      ['1', '31'].map((group) => ({
        MetricName: 'LagSeconds',
        Dimensions: expect.arrayContaining([{ Name: 'group', Value: group }]),
      })),
    );
  });
  test('if every chain is followed alone, the shared alarms remain and the group lag alarm is absent', () => {
    const alarms = getAlarms({ chains: [chain('1', { follower: 'alone' })] });
    expect(Object.keys(alarms)).toEqual(expect.arrayContaining(['LagAlone', 'Halted', 'FollowerAloneFailed']));
    expect(Object.keys(alarms)).not.toEqual(expect.arrayContaining(['Lag']));
  });
});

describe('the dashboard', () => {
  const templates = templatesFor({ chains: [chain('1')], pChains: [{ network: 'fuji', index: true }] });
  const [[, dashboard] = []] = getResources(templates, 'AWS::CloudWatch::Dashboard');
  const body = JSON.stringify(dashboard?.Properties.DashboardBody);
  // Output names begin with the attribute and the logical ID.
  const shown = (id: string, attribute: string) => body.includes(`PublishOutput${attribute}${id}`);

  test('the dashboard shows every queue, dead letters included', () => {
    const queues = getResources(templates, 'AWS::SQS::Queue').map(([id]) => id);
    // Plus the shared dead-letter queue.
    expect(queues).toHaveLength(functions.filter(({ queue }) => queue).length + 1);
    expect(queues.filter((id) => !shown(id, 'FnGetAtt'))).toEqual([]);
  });
  test('the dashboard shows every background function', () => {
    const answering = /^Api/;
    const deployed = [
      templates.indexer,
      templates.webhooks,
      templates.exports,
      templates.usage,
      templates.nodeRpc,
    ].flatMap((template) =>
      Object.entries(template?.Resources ?? {}).filter(
        ([id, { Type }]) => Type === 'AWS::Lambda::Function' && !answering.test(id),
      ),
    );
    expect(deployed).toHaveLength(functions.length);
    expect(deployed.map(([id]) => id).filter((id) => !shown(id, 'Ref'))).toEqual([]);
    for (const { id } of functions) expect(body).toContain(`\\"label\\":\\"${id}\\"`);
  });
});
