import { type Cursor, isCatchingUp } from '../../../lambdas/chain/domain/cursor';
import { createPace } from '../../../lambdas/chain/follower/pace';
import { createYielding } from '../../../lambdas/chain/follower/yielding';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { testTimer } from '../../support/follower/timer';
import { aCursor } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

/** A pace over a table with scripted usage, and the clock that it sleeps by. */
function aPace(unitsPerSecond: number, mustYield = async () => false, share = 1) {
  const meter = { requests: 0, readUnits: 0, writeUnits: 0 };
  const load = { throttled: 0, unitsByPartition: new Map<string, number>() };
  const timer = testTimer();
  const pace = createPace(unitsPerSecond, { table: { meter, load }, mustYield, share, ...timer });
  return {
    pace,
    wait: timer.advance,
    throttle: () => {
      load.throttled += 1;
    },
    /** Milliseconds that the pace holds after `units`, `inPartition` of them in one partition. */
    async held(units: number, inPartition = 0, maxMs = 1_000_000): Promise<number> {
      meter.writeUnits += units;
      load.unitsByPartition.set('at#mainnet', (load.unitsByPartition.get('at#mainnet') ?? 0) + inPartition);
      const before = timer.now();
      await pace.hold(before + maxMs);
      return timer.now() - before;
    },
  };
}

describe('the pace', () => {
  test('the pace keeps writes below the rate, and lets one idle second be made up', async () => {
    const { held, wait } = aPace(1_000);
    expect(await held(500)).toBe(500);
    wait(60_000);
    expect(await held(3_000)).toBe(2_000);
  });

  test('the pace of one of several workers is its share of the table and of a partition', async () => {
    const { held, wait } = aPace(1_000, undefined, 1 / 4);
    expect(await held(500)).toBe(2_000);
    wait(60_000);
    await held(0);
    expect(await held(200, 250)).toBe(1_000);
  });

  test('the pace holds no longer than allowed, and carries the rest over to the next call', async () => {
    const { held, pace } = aPace(1_000);
    expect(await held(5_000, 0, 3_000)).toBe(3_000);
    expect(await pace.hold(0)).toBe(false);
    expect(await held(1_000, 0, 0)).toBe(0);
    expect(await held(0)).toBe(3_000);
    expect(await pace.hold()).toBe(true);
  });

  test('the pace halves on request, at most once a second, and never falls below an eighth', async () => {
    const { held, wait, pace } = aPace(1_000);
    pace.slow();
    pace.slow();
    expect(await held(1_000)).toBe(2_000);
    for (let n = 0; n < 10; n++) {
      wait(1_000);
      pace.slow();
    }
    await held(1_000);
    pace.slow();
    expect(await held(1_000)).toBe(8_000);
  });

  test('the pace halves when the table throttles, and recovers within minutes', async () => {
    const { held, throttle } = aPace(1_000);
    expect(await held(1_000)).toBe(1_000);
    throttle();
    expect(await held(1_000)).toBe(2_000);
    throttle();
    throttle();
    expect(await held(1_000)).toBe(4_000);
    // Calm for 10 seconds, then a sixtieth more each second.
    expect(await held(1_500)).toBe(6_000);
    const later: number[] = [];
    for (let n = 0; n < 60; n++) later.push(await held(1_000));
    expect(later[0]).toBeGreaterThan(2_000);
    expect(later.at(-1)).toBe(1_000);
    expect(later).toEqual(later.toSorted((a, b) => b - a));
  });

  test('the pace keeps each shared partition at half of its capacity', async () => {
    const { held } = aPace(2_000);
    expect(await held(2_000, 400)).toBe(1_000);
    // A fifth of a second was left over.
    expect(await held(2_000, 1_000)).toBe(1_800);
    expect(await held(100, 0)).toBe(0);
  });

  test('the pace has no partition limit at rates that only an unlimited table supports', async () => {
    expect(await aPace(100_000).held(50_000, 50_000)).toBe(500);
  });

  test('the pace drops to its minimum while the follower needs the table, and recovers at once', async () => {
    let behind = 3;
    const { held } = aPace(800, async () => behind-- > 0);
    // Three seconds at 100 units, the rest at 800.
    expect(await held(1_100)).toBe(4_000);
  });
});

describe('a follower that is catching up', () => {
  const now = 1_700_000_020_000;
  const cursor = (fields: Partial<Cursor>) => aCursor({ polledAt: now, ...fields });
  const behind = { number: 10, time: 1_700_000_000, head: 19, headTime: 1_700_000_018 };
  test.each<[string, boolean, Cursor]>([
    ['that is at its head', false, cursor({})],
    ['that is many blocks and seconds behind', true, cursor(behind)],
    ['that writes its newest block, a minute after the one before', false, cursor({ ...behind, head: 11 })],
    ['that is a few seconds behind', false, cursor({ ...behind, headTime: behind.time + 5 })],
    ['that is halted', false, cursor({ ...behind, halted: true })],
    ['that is failing', false, cursor({ ...behind, lastError: 'the node does not answer' })],
    ['that has not run for minutes', false, cursor({ ...behind, polledAt: now - 120_000 })],
  ])('a follower %s is catching up: %s', (_, expected, given) => expect(isCatchingUp(given, now)).toBe(expected));

  test('the cursor of the follower is read at most once a second', async () => {
    const { table } = memoryTable();
    const timer = testTimer();
    const mustYield = createYielding(table, '1', timer);
    const set = (head: number) =>
      table.update(cursorKey('1'), {
        set: { [CURSOR.head]: head, [CURSOR.headTime]: 100, [CURSOR.polledAt]: timer.now(), [CURSOR.number]: 5 },
      });
    expect(await mustYield()).toBe(false);
    await set(9);
    timer.advance(999);
    expect(await mustYield()).toBe(false);
    timer.advance(1);
    expect(await mustYield()).toBe(true);
    await set(5);
    timer.advance(1_000);
    const { requests } = table.meter;
    expect([await mustYield(), await mustYield()]).toEqual([false, false]);
    expect(table.meter.requests).toBe(requests + 1);
  });
});
