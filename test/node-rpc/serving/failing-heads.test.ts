import { faring, feeStateAt, headsWorld } from '../../support/node-rpc/heads-world';

/** The longest wait of any caller. */
const MAX_WAIT_MS = 5_000;
const HEIGHT = 'platform.getHeight';
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

describe('a node that fails', () => {
  test('a failing node is queried by one caller a second, and the others fail at once', async () => {
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
  test('a recovered node is used within a second, with the same fee state at the same height', async () => {
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
  test('a hung node keeps no caller over five seconds, and then one caller at a time', async () => {
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
  test('a slow node that answers in time serves every caller', async () => {
    const world = headsWorld();
    world.node.latencyMs = 1_600;
    const fared = await world.timer.run(Promise.all(many(8, () => faring(world, world.open()))));
    for (const { told, waitedMs } of fared) {
      expect(told).toMatchObject({ height: '100' });
      expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    }
    expect(world.asked).toHaveLength(2);
  });
  test('a query of a dead function is taken over when its claim ends, and no caller waits over five seconds', async () => {
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
    // A caller with a second left when the claim ends queries the node; later ones share its answer.
    const late = fared.filter(({ arrivedMs }) => arrivedMs > 1_600);
    expect(late.length).toBeGreaterThan(10);
    for (const { told } of late) expect(told).toMatchObject({ height: '100' });
    expect(world.getTimes(HEIGHT).length).toBeLessThanOrEqual(2);
    expect(Math.min(...world.getTimes(HEIGHT)) - began).toBeLessThanOrEqual(MAX_WAIT_MS);
  });
  test("callers of a dead function's query time out within five seconds if no later caller takes over", async () => {
    const world = headsWorld();
    void world.open(() => new Promise(() => undefined))('mainnet');
    const fared = await world.timer.run(Promise.all(many(5, () => faring(world, world.open()))));
    for (const { told, waitedMs } of fared) {
      expect(told).toBe('the node does not answer in time');
      expect(waitedMs).toBeLessThanOrEqual(MAX_WAIT_MS);
    }
  });
  test('an oversized answer of the node is reported to its callers, who share one query', async () => {
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
  test('a table error is passed on unchanged', async () => {
    const world = headsWorld();
    world.records.read = () => Promise.reject(new Error('no table'));
    await expect(world.open()('mainnet')).rejects.toThrow('no table');
  });
});
