import * as fc from 'fast-check';
import {
  ABSENT,
  above,
  atMost,
  below,
  type Condition,
  getExpressions,
  not,
  notHeld,
  notNewer,
  oneOf,
  PRESENT,
  sizeIs,
} from '../../../lambdas/core/table/update';
import { memoryTable } from '../../support/tables/memory';

const key = { pk: 'a', sk: 'b' };

describe('an update', () => {
  test('an update sets, removes, counts, appends and changes sets', async () => {
    const { table } = memoryTable();
    await table.write([{ put: { ...key, kept: 1, gone: 2, text: 'old' } }]);
    const item = await table.update(key, {
      set: { text: 'new', absent: undefined },
      setIfAbsent: { kept: 9, fresh: 9 },
      append: { list: ['x'] },
      remove: ['gone'],
      add: { count: 2, members: new Set(['m', 'n']) },
    });
    expect(item).toEqual({
      ...key,
      kept: 1,
      text: 'new',
      fresh: 9,
      list: ['x'],
      count: 2,
      members: new Set(['m', 'n']),
    });
    const again = await table.update(key, {
      append: { list: ['y'] },
      add: { count: 3 },
      takeOut: { members: new Set(['m']) },
    });
    expect(again).toMatchObject({ list: ['x', 'y'], count: 5, members: new Set(['n']) });
  });

  test('an update creates a missing item', async () => {
    const { table } = memoryTable();
    expect(await table.update(key, { set: { n: 1 } })).toEqual({ ...key, n: 1 });
  });

  test('an update may set and test one name with different values', async () => {
    const { table } = memoryTable();
    await table.update(key, { set: { n: 1 } });
    expect(await table.updateIf(key, { set: { n: 2 } }, { n: 1 })).toMatchObject({ n: 2 });
    expect(await table.updateIf(key, { set: { n: 3 } }, [{ n: below(2) }, { n: below(3) }])).toMatchObject({ n: 3 });
  });
});

describe('a condition', () => {
  const attributes = { n: 5, s: 'p', m: new Set(['x', 'y']) };
  test.each<[string, Condition, boolean]>([
    ['an equal value', { n: 5 }, true],
    ['another value', { n: 6 }, false],
    ['an absent attribute', { q: ABSENT }, true],
    ['absence of a present attribute', { n: ABSENT }, false],
    ['a present attribute', { s: PRESENT }, true],
    ['presence of an absent attribute', { q: PRESENT }, false],
    ['below', { n: below(6) }, true],
    ['not below', { n: below(5) }, false],
    ['at the maximum', { n: atMost(5) }, true],
    ['above the maximum', { n: atMost(4) }, false],
    ['above', { n: above(4) }, true],
    ['not above', { n: above(5) }, false],
    ['above, of an absent attribute', { q: above(0) }, false],
    ['below, of an absent attribute', { q: below(9) }, false],
    ['a value other than the excluded one', { s: not('x') }, true],
    ['the excluded value', { s: not('p') }, false],
    ['one of some', { s: oneOf('a', 'p') }, true],
    ['none of some', { s: oneOf('a', 'b') }, false],
    ['a size', { m: sizeIs(2) }, true],
    ['another size', { m: sizeIs(3) }, false],
    ['all of several', { n: 5, s: 'p' }, true],
    ['not all of several', { n: 5, s: 'q' }, false],
    ['one of two alternatives', [{ n: 6 }, { s: 'p' }], true],
    ['neither alternative', [{ n: 6 }, { s: 'q' }], false],
  ])('a conditional write succeeds exactly if its condition holds: %s', async (_, when, holds) => {
    const { table } = memoryTable();
    await table.update(key, { set: attributes });
    expect((await table.updateIf(key, { set: { done: true } }, when)) !== undefined).toBe(holds);
    expect((await table.get(key, true))?.done).toBe(holds ? true : undefined);
    expect(await table.deleteIf(key, when)).toBe(holds);
    expect((await table.get(key, true)) === undefined).toBe(holds);
  });

  const NOW = 1_800_000_000_000;
  const SECONDS = NOW / 1_000;
  test.each<[string, until: number, holds: boolean]>([
    ['has ended', NOW, true],
    ['lasts', NOW + 1, false],
    ['has just begun', NOW + 60_000, false],
    ['is further ahead than a lease can last, as the clock was set back', NOW + 86_400_000, true],
  ])('the not-held condition follows the end of a lease that %s', async (_, until, holds) => {
    const { table } = memoryTable();
    await table.update(key, { set: { until } });
    const when = notHeld(NOW, 60_000).map((test) => ({ until: test }));
    expect((await table.updateIf(key, { set: { done: true } }, when)) !== undefined).toBe(holds);
  });

  test.each<[string, stored: number | undefined, holds: boolean]>([
    ['no reading is stored', undefined, true],
    ['the stored one is as old', SECONDS - 5, true],
    ['the stored one is newer', SECONDS - 4, false],
    ['the stored one is of this second', SECONDS, false],
    ['the stored one is in the future, as the clock was set back', SECONDS + 3_600, true],
  ])('a reading replaces a stored one unless that is newer: %s', async (_, stored, holds) => {
    const { table } = memoryTable();
    await table.update(key, { set: { readAt: stored } });
    const when = notNewer(SECONDS - 5, NOW).map((test) => ({ readAt: test }));
    expect((await table.updateIf(key, { set: { done: true } }, when)) !== undefined).toBe(holds);
  });

  test('a conditional write costs write units whether it succeeds or not', async () => {
    const { table } = memoryTable();
    await table.updateIf(key, { set: { n: 1 } }, { n: PRESENT });
    await table.updateIf(key, { set: { n: 1 } }, { n: ABSENT });
    expect(table.meter).toMatchObject({ requests: 2, writeUnits: 2 });
  });
});

test('expressions declare exactly the names and values that they use', () => {
  const attribute = fc.stringMatching(/^[a-z]\d?$/);
  const values = fc.dictionary(attribute, fc.oneof(fc.integer(), fc.constant(undefined)), { maxKeys: 4 });
  void fc.assert(
    fc.property(values, values, (set, when) => {
      const of = getExpressions({ set }, when);
      const text = `${of.UpdateExpression} ${of.ConditionExpression}`;
      const used = (mark: string) => new Set(text.match(new RegExp(`${mark}\\w+`, 'g')));
      expect(used('#')).toEqual(new Set(Object.keys(of.ExpressionAttributeNames ?? {})));
      expect(used(':')).toEqual(new Set(Object.keys(of.ExpressionAttributeValues ?? {})));
    }),
  );
});
