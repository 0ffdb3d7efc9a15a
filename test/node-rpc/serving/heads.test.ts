import { faring, feeStateAt, headsWorld } from '../../support/node-rpc/heads-world';

const HEIGHT = 'platform.getHeight';
const FEE_STATE = 'platform.getValidatorFeeState';
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('the node head that all functions share', () => {
  test('1,000 callers in 100 functions query the node once', async () => {
    const world = headsWorld();
    const functions = many(100, () => world.open());
    const callers = functions.flatMap((heads) => many(10, () => faring(world, heads)));
    const fared = await world.timer.run(Promise.all(callers));
    expect(world.asked.map(({ method }) => method)).toEqual([HEIGHT, FEE_STATE]);
    expect(new Set(fared.map(({ told }) => JSON.stringify(told))).size).toBe(1);
    expect(fared[0]?.told).toMatchObject({ height: '100', feeState: { result: feeStateAt(100) } });
    // Other callers check again every 25 ms.
    expect(Math.max(...fared.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(2 * 30 + 25);
  });
  test('an unchanged height is queried once a second, and its fee state only once', async () => {
    const world = headsWorld();
    const caller = async (i: number) => {
      const heads = world.open();
      await world.timer.sleep(i * 50);
      return faring(world, heads);
    };
    await world.timer.run(Promise.all(many(100, caller)));
    const times = world.getTimes(HEIGHT);
    expect(times).toHaveLength(5);
    for (const [i, at] of times.slice(1).entries()) expect(at - (times[i] ?? at)).toBeGreaterThanOrEqual(1_000);
    expect(world.getTimes(FEE_STATE)).toHaveLength(1);
  });
  test('a new height has its fee state fetched once', async () => {
    const world = headsWorld();
    const [one, other] = [world.open(), world.open()];
    await world.timer.run(faring(world, one));
    world.node.height = 101;
    // No query within the second.
    expect((await world.timer.run(faring(world, other))).told).toMatchObject({ height: '100' });
    await world.timer.run(world.timer.sleep(1_000));
    const fared = await world.timer.run(Promise.all(many(20, () => faring(world, world.open()))));
    for (const { told } of fared) expect(told).toMatchObject({ height: '101', feeState: { result: feeStateAt(101) } });
    expect([world.getTimes(HEIGHT).length, world.getTimes(FEE_STATE).length]).toEqual([2, 2]);
  });
  test('a function reads the table once a second', async () => {
    const world = headsWorld();
    const heads = world.open();
    await world.timer.run(Promise.all(many(10, () => faring(world, heads))));
    await world.timer.run(world.timer.sleep(900));
    await world.timer.run(faring(world, heads));
    expect(world.counts.reads).toBe(1);
    await world.timer.run(world.timer.sleep(100));
    await world.timer.run(faring(world, heads));
    expect(world.counts.reads).toBe(2);
  });
  test('networks are queried separately', async () => {
    const world = headsWorld();
    const heads = world.open();
    await world.timer.run(Promise.all([faring(world, heads, 'mainnet'), faring(world, heads, 'fuji')]));
    expect(world.getTimes(HEIGHT)).toHaveLength(2);
  });
  test('a node that reports no height has its fee state fetched each second', async () => {
    const world = headsWorld();
    world.node.mode = 'without heights';
    const callers = () => Promise.all(many(50, () => faring(world, world.open())));
    for (const { told } of await world.timer.run(callers())) {
      expect(told).toMatchObject({ feeState: { result: feeStateAt(100) } });
      expect(told).not.toHaveProperty('height');
    }
    await world.timer.run(world.timer.sleep(1_000));
    await world.timer.run(callers());
    expect([world.getTimes(HEIGHT).length, world.getTimes(FEE_STATE).length]).toEqual([2, 2]);
  });
  test.each(['{"height":5}', '{"height":"5"}'])('a height is read from %s', async (result) => {
    const world = headsWorld();
    const heads = world.open(async () => ({ result }));
    expect((await world.timer.run(faring(world, heads))).told).toMatchObject({ height: '5' });
  });
  test.each(['{"height":"x"}', '{"height":-1}', '{}', '"5"', 'null', '[5]'])(
    'an answer %s has no height',
    async (result) => {
      const world = headsWorld();
      const heads = world.open(async () => ({ result }));
      expect((await world.timer.run(faring(world, heads))).told).not.toHaveProperty('height');
    },
  );
});
