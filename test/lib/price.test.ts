import { readFileSync } from 'node:fs';
import { parseConfig } from '../../lib/config';
import { idlePrice } from '../../lib/price';
import { getResources, type Resource, templatesFor } from '../support/sources/templates';

// An independent count from the template alone: prices and rules are repeated here on purpose.

const { idleHour } = JSON.parse(readFileSync('docs/cost-counts.json', 'utf8')) as {
  idleHour: { readUnits: number; writeUnits: number; nodeCalls: number };
};
const MONTH = { hours: 720, minutes: 43_200 };

interface Schedule {
  readonly runs: number;
  readonly chains: readonly string[];
  readonly target: string;
}

/** Dollars per month of the resources of all stacks. `polled`: chains polled once a minute. */
function countDollars(config: unknown, polled: readonly string[] = []): number {
  const templates = templatesFor(config);
  const all = (type: string) => getResources(templates, type);
  const functions = new Map(all('AWS::Lambda::Function'));
  const schedules = all('AWS::Scheduler::Schedule').map(([, { Properties }]): Schedule => {
    const { Arn, Input = '{}' } = Properties.Target as { Arn: { 'Fn::GetAtt': [string] }; Input?: string };
    return {
      runs: Properties.ScheduleExpression === 'rate(1 hour)' ? MONTH.hours : MONTH.minutes,
      chains: (JSON.parse(Input) as { chainIds?: string[] }).chainIds ?? [],
      target: Arn['Fn::GetAtt'][0],
    };
  });
  const toHandler = ({ target }: Schedule) => String(functions.get(target)?.Properties.Handler);
  const getMemory = ({ target }: Schedule) => Number(functions.get(target)?.Properties.MemorySize) / 1_024;
  const cents = schedules.map((schedule) => {
    const { runs, chains } = schedule;
    const follows = toHandler(schedule) === 'follow.handler';
    const checks = toHandler(schedule) === 'check-nodes.handler';
    const continuous = chains.filter((chain) => !polled.includes(chain)).length;
    const minutely = chains.length - continuous;
    const seconds = follows ? (continuous > 0 ? 62 : 2) : 0.1;
    const run = runs * (0.000_001 + 0.000_000_2 + seconds * getMemory(schedule) * 0.000_013_333_4);
    const logs = (runs * (800 + (follows ? chains.length * 2_000 : 0)) * 0.5) / 1e9;
    const [reads, writes] = follows
      ? [
          continuous * idleHour.readUnits * MONTH.hours + minutely * 3 * runs,
          continuous * idleHour.writeUnits * MONTH.hours + minutely * 4 * runs,
        ]
      : // A check also reads its own record.
        [runs * Math.max(1, chains.length) * 3 + (checks ? runs : 0), checks ? 2 * runs : 0];
    // The lag and three block metrics per chain, plus the group's lag; or whether a node answers.
    const metrics = follows ? chains.length * 4 + 1 : checks ? chains.length : 0;
    const calls = follows
      ? continuous * idleHour.nodeCalls * MONTH.hours + minutely * 2 * MONTH.minutes
      : checks
        ? runs
        : 0;
    return run + logs + reads * 0.000_000_125 + writes * 0.000_000_625 + metrics * 0.3 + (calls * 500 * 0.09) / 1e9;
  });
  const watched = ({ Metrics: metrics }: Resource['Properties']) =>
    Array.isArray(metrics) ? metrics.filter(({ MetricStat: stat }) => stat).length : 1;
  const standing = [
    ...all('AWS::CloudWatch::Alarm').map(([, { Properties }]) => watched(Properties) * 0.1),
    ...all('AWS::CloudWatch::Dashboard').map(() => 3),
    ...all('AWS::WAFv2::WebACL').map(() => 6),
    // Five pollers, with long polls of twenty seconds.
    ...all('AWS::Lambda::EventSourceMapping').map(() => 15 * MONTH.minutes * 0.000_000_4),
    // One metric for all P-Chain nodes.
    schedules.some((one) => toHandler(one) === 'check-nodes.handler') ? 0.3 : 0,
  ];
  return [...cents, ...standing].reduce((sum, one) => sum + one, 0);
}

const chain = (chainId: string, settings = {}) => ({ chainId, ...settings });
const polled = (count: number) => Array.from({ length: count }, (_, i) => chain(`${i + 1}`, { follower: 'minute' }));

describe('the printed price', () => {
  test.each<[string, object, string[]]>([
    ['the default configuration', {}, []],
    [
      'chains of every kind',
      { chains: [chain('1'), ...polled(3).slice(1), chain('9', { follower: 'alone' }), chain('8', { index: false })] },
      ['2', '3'],
    ],
    ['polled chains alone', { chains: polled(2) }, ['1', '2']],
    [
      'two P-Chains, one of them indexed',
      { chains: [chain('5')], pChains: [{ network: 'mainnet', index: true }, { network: 'fuji' }] },
      [],
    ],
    ['P-Chains alone', { pChains: [{ network: 'fuji' }] }, []],
    ['two hundred chains', { chains: Array.from({ length: 200 }, (_, i) => chain(`${i + 1}`)) }, []],
    ['a limit per address', { limitPerAddress: { requestsPerFiveMinutes: 500 } }, []],
  ])('the printed price of %s matches the cost of its template', (_, config, of) => {
    const printed = Number(/costs about \$([\d.]+) a month/.exec(idlePrice(parseConfig(config, 'test')))?.[1]);
    expect(Math.abs(printed - countDollars(config, of))).toBeLessThan(0.01);
  });

  test('the printed price lists the excluded usage, each with its price', () => {
    expect(idlePrice(parseConfig({}, 'test'))).toMatch(
      /Usage is extra: a million blocks \$\d+\.\d\d, a million native transactions \$\d+\.\d\d, a million requests from \$\d+\.\d\d, a GB of table storage \$\d+\.\d\d a month/,
    );
  });
});
