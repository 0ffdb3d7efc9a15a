import { parseConfig } from '../../lib/config';
import { getStacks, stackName } from '../../lib/stack-names';
import { DEPLOYMENTS } from '../support/sources/deployments';
import { type Crossings, type Deployment, getDeployment, refusedIn } from '../support/sources/updates';
import { recordedStacks } from '../upgrade/recording';

const today = Object.fromEntries(Object.entries(DEPLOYMENTS).map(([name, config]) => [name, getDeployment(config)]));
const names = Object.keys(DEPLOYMENTS);

describe('an update of the configuration', () => {
  test.each(names)('CloudFormation accepts every change from %s', (from) => {
    for (const to of names) expect([to, refusedIn(today[from] ?? {}, today[to] ?? {})]).toEqual([to, []]);
  });

  test('no stack imports an export', () => {
    const importing = Object.values(today).flatMap((deployment) =>
      Object.entries(deployment).flatMap(([stack, { imports }]) => (imports.length > 0 ? [stack] : [])),
    );
    expect(importing).toEqual([]);
  });

  test('the stacks are deployed in the order in which they are listed', () => {
    for (const [name, config] of Object.entries(DEPLOYMENTS)) {
      const listed = getStacks(parseConfig(config, 'test')).map((stack) => stackName('chain-data', stack));
      expect([name, Object.keys(today[name] ?? {})]).toEqual([name, listed]);
    }
  });
});

describe.each(recordedStacks())('release %s', (_, released) => {
  test.each(Object.keys(released))('updates to this version and back with %s', (name) => {
    const [before, after] = [released[name] ?? {}, today[name] ?? {}];
    expect([Object.keys(before).length > 0, Object.keys(after).length > 0]).toEqual([true, true]);
    expect(refusedIn(before, after)).toEqual([]);
    expect(refusedIn(after, before)).toEqual([]);
  });
});

describe('what CloudFormation refuses', () => {
  const stack = (own: Partial<Crossings> = {}): Crossings => ({
    ...{ exports: {}, imports: [], outputs: [], reads: [], names: [], ...own },
  });
  const first: Deployment = {
    data: stack({ exports: { queue: 'a', topic: 'b' }, outputs: ['Queue'], names: ['AWS::SQS::Queue jobs'] }),
    app: stack({ imports: ['queue'], reads: ['data.Queue'] }),
  };
  test.each<[string, Deployment, string[]]>([
    ['the same again', first, []],
    ['no stack at all', {}, []],
    [
      'an export that is dropped while it is imported',
      { data: stack({ outputs: ['Queue'] }) },
      ['data drops queue, which app imports'],
    ],
    [
      'an export that changes while it is imported',
      { data: stack({ exports: { queue: 'c' }, outputs: ['Queue'] }) },
      ['data drops queue, which app imports'],
    ],
    ['an export that is dropped after its import was', { app: stack(), data: stack() }, []],
    [
      'an import and an output that do not exist',
      { app: stack({ imports: ['table'], reads: ['data.Table'] }) },
      ['app imports table, which nobody exports', 'app reads data.Table, which nobody has'],
    ],
    [
      'a second queue of the same name',
      { other: stack({ names: ['AWS::SQS::Queue jobs'] }) },
      ['other creates AWS::SQS::Queue jobs, which data has'],
    ],
  ])('%s', (_, after, expected) => {
    expect(refusedIn(first, after)).toEqual(expected);
  });
});
