import { faring, feeStateAt, headsWorld } from '../../support/node-rpc/heads-world';

/** No caller may wait longer, ms. */
const MAX_WAIT_MS = 5_000;
const HEIGHT = 'platform.getHeight';
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('a node that fails', () => {
  test('is asked by one caller a second; all others are told at once', async () => {
    const world = headsWorld();
    world.node.mode = 'down';
    const first = await world.timer.run(Promise.all(many(50, () => faring(world, world.open()))));
    expect(world.getTimes(HEIGHT)).toHaveLength(1);
    for (const { told, waitedMs } of first) {
      expect(told).toBe('the node does not answer');
      expect(waitedMs).toBeLessThanOrEqual(30 + 25);
    }
    const second = await world.timer.run(Promise.all(many(50, () => faring(world, world.open()))));
    expect(second.map(({ waitedMs }) => waitedMs)).toEqual(many(50, () => 0));
    await world.timer.run(world.timer.sleep(1_000));
    const third = await world.timer.run(Promise.all(many(50, () => faring(world, world.open()))));
    expect(world.getTimes(HEIGHT)).toHaveLength(2);
    expect(third.filter(({ waitedMs }) => waitedMs > 0)).toHaveLength(1);
    expect(new Set(third.map(({ told }) => told))).toEqual(new Set(['the node does not answer']));
  });
  test('is there again within a second of its return, with the same fee state if its height is the same', async () => {
    const world = headsWorld();
    await world.timer.run(faring(world, world.open()));
    await world.timer.run(world.timer.sleep(1_000));
    world.node.mode = 'down';
    await world.timer.run(faring(world, world.open()));
    world.node.mode = 'up';
    expect((await world.timer.run(faring(world, world.open()))).told).toBe('the node does not answer');
    await world.timer.run(world.timer.sleep(1_000));
    expect((await world.timer.run(faring(world, world.open()))).told).toMatchObject({
      height: '100',
      feeState: { result: feeStateAt(100) },
    });
    expect(world.getTimes('platform.getValidatorFeeState')).toHaveLength(1);
  });
  test('hangs: nobody waits longer than five seconds, and from then on one caller at a time', async () => {
    const world = headsWorld();
    world.node.mode = 'hung';
    const first = await world.timer.run(Promise.all(many(8, () => faring(world, world.open()))));
    expect(world.getTimes(HEIGHT)).toHaveLength(1);
    for (const { told, waitedMs } of first) {
      expect(told).toBe('the node does not answer in time');
      expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    }
    await world.timer.run(world.timer.sleep(1_000));
    const second = await world.timer.run(Promise.all(many(8, () => faring(world, world.open()))));
    expect(second.filter(({ waitedMs }) => waitedMs > 0)).toHaveLength(1);
    expect(Math.max(...second.map(({ waitedMs }) => waitedMs))).toBeLessThanOrEqual(MAX_WAIT_MS);
    expect(world.getTimes(HEIGHT)).toHaveLength(2);
  });
  test('is slow, but answers in time: everyone has the answer', async () => {
    const world = headsWorld();
    world.node.latencyMs = 1_600;
    const fared = await world.timer.run(Promise.all(many(8, () => faring(world, world.open()))));
    for (const { told, waitedMs } of fared) {
      expect(told).toMatchObject({ height: '100' });
      expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    }
    expect(world.asked).toHaveLength(2);
  });
  test('was asked by a function that died: the others go on when its claim ends, none waits for five seconds', async () => {
    const world = headsWorld();
    const began = world.timer.now();
    const dead = world.open(() => new Promise(() => undefined));
    void dead('mainnet');
    const caller = async (i: number) => {
      await world.timer.sleep(1 + i * 300);
      const arrivedMs = world.timer.now() - began;
      return { arrivedMs, ...(await faring(world, world.open())) };
    };
    const fared = await world.timer.run(Promise.all(many(20, caller)));
    for (const { waitedMs } of fared) expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    // Whoever has a second left when the claim ends asks; all later ones have what it was told.
    const late = fared.filter(({ arrivedMs }) => arrivedMs > 1_600);
    expect(late.length).toBeGreaterThan(10);
    for (const { told } of late) expect(told).toMatchObject({ height: '100' });
    expect(world.getTimes(HEIGHT).length).toBeLessThanOrEqual(2);
    expect(Math.min(...world.getTimes(HEIGHT)) - began).toBeLessThanOrEqual(MAX_WAIT_MS);
  });
  test('was asked by a function that died, and nobody comes later: all are told in time', async () => {
    const world = headsWorld();
    void world.open(() => new Promise(() => undefined))('mainnet');
    const fared = await world.timer.run(Promise.all(many(5, () => faring(world, world.open()))));
    for (const { told, waitedMs } of fared) {
      expect(told).toBe('the node does not answer in time');
      expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    }
  });
  test('says too much: its callers are told, and it is asked once', async () => {
    const world = headsWorld();
    let asked = 0;
    const heads = world.open(async () => {
      asked += 1;
      return { result: `"${'x'.repeat(500_000)}"` };
    });
    const { told } = await world.timer.run(faring(world, heads));
    expect(told).toMatchObject({
      feeState: { error: { code: -32000, message: 'the answer of the node is too long' } },
    });
    await world.timer.run(faring(world, world.open()));
    expect([asked, world.asked.length]).toEqual([2, 0]);
  });
  test('of the table’s own failure nothing is made up', async () => {
    const world = headsWorld();
    world.records.read = () => Promise.reject(new Error('no table'));
    await expect(world.open()('mainnet')).rejects.toThrow('no table');
  });
});
