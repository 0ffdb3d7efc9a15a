import { parseConfig } from '../../lib/config';
import { getStacks, stackName } from '../../lib/stack-names';
import { DEPLOYMENTS } from '../support/sources/deployments';
import { type Crossings, type Deployment, getDeployment, refusedIn } from '../support/sources/updates';
import { recordedStacks } from '../upgrade/recording';

const today = Object.fromEntries(Object.entries(DEPLOYMENTS).map(([name, config]) => [name, getDeployment(config)]));
const names = Object.keys(DEPLOYMENTS);

describe('a configuration update', () => {
  test.each(names)('CloudFormation accepts every change from %s', (from) => {
    for (const to of names) expect([to, refusedIn(today[from] ?? {}, today[to] ?? {})]).toEqual([to, []]);
  });

  test('no stack imports an export', () => {
    const importing = Object.values(today).flatMap((deployment) =>
      Object.entries(deployment).flatMap(([stack, { imports }]) => (imports.length > 0 ? [stack] : [])),
    );
    expect(importing).toEqual([]);
  });

  test('the stacks are deployed in the listed order', () => {
    for (const [name, config] of Object.entries(DEPLOYMENTS)) {
      const listed = getStacks(parseConfig(config, 'test')).map((stack) => stackName('chain-data', stack));
      expect([name, Object.keys(today[name] ?? {})]).toEqual([name, listed]);
    }
  });
});

describe.each(recordedStacks())('release %s', (_, released) => {
  test.each(Object.keys(released))('CloudFormation accepts the update to this version and back with %s', (name) => {
    const [before, after] = [released[name] ?? {}, today[name] ?? {}];
    expect([Object.keys(before).length > 0, Object.keys(after).length > 0]).toEqual([true, true]);
    expect(refusedIn(before, after)).toEqual([]);
    expect(refusedIn(after, before)).toEqual([]);
  });
});

describe('the check of an update', () => {
  const stack = (own: Partial<Crossings> = {}): Crossings => ({
    ...{ exports: {}, imports: [], outputs: [], reads: [], names: [], ...own },
  });
  const first: Deployment = {
    data: stack({ exports: { queue: 'a', topic: 'b' }, outputs: ['Queue'], names: ['AWS::SQS::Queue jobs'] }),
    app: stack({ imports: ['queue'], reads: ['data.Queue'] }),
  };
  test.each<[string, Deployment, string[]]>([
    ['the same stacks are accepted', first, []],
    ['the removal of all stacks is accepted', {}, []],
    [
      'dropping an imported export is rejected',
      { data: stack({ outputs: ['Queue'] }) },
      ['data drops queue, which app imports'],
    ],
    [
      'changing an imported export is rejected',
      { data: stack({ exports: { queue: 'c' }, outputs: ['Queue'] }) },
      ['data drops queue, which app imports'],
    ],
    ['dropping an export along with its import is accepted', { app: stack(), data: stack() }, []],
    [
      'a missing import and a missing output are rejected',
      { app: stack({ imports: ['table'], reads: ['data.Table'] }) },
      ['app imports table, which nobody exports', 'app reads data.Table, which nobody has'],
    ],
    [
      'a second queue of the same name is rejected',
      { other: stack({ names: ['AWS::SQS::Queue jobs'] }) },
      ['other creates AWS::SQS::Queue jobs, which data has'],
    ],
  ])('%s', (_, after, expected) => {
    expect(refusedIn(first, after)).toEqual(expected);
  });
});
