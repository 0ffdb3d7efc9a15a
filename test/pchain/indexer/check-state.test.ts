import type { Replay } from '../../../lambdas/pchain/domain/replay/lenient';
import { createStateCheck, getDifference } from '../../../lambdas/pchain/indexer/check-state';
import { fetchLiveState } from '../../../lambdas/pchain/node/live-state';
import { fetchSource } from '../../../lambdas/pchain/node/node';
import { networkReader } from '../../../lambdas/pchain/rows/network';
import { muteLog } from '../../support/mute-log';
import { indexedNetwork, NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';

muteLog();

/** A followed network with its state check and its replayed states. */
async function compared(path: string) {
  const seen: Replay[] = [];
  const net = await indexedNetwork(path, { check: async (replay) => void seen.push(replay) });
  const signal = AbortSignal.timeout(60_000);
  const ask = (ids: readonly string[]) =>
    fetchLiveState((method, params, own) => fetchSource(net.node.url, method, params, own), ids, signal);
  let now = 0;
  const check = createStateCheck({
    chain: 'p-chain-x',
    network: NETWORK,
    table: net.table,
    ask,
    timer: { now: () => now, steady: () => now },
  });
  const checkNow = async (replay: Replay) => {
    now += 60_000;
    await check(replay);
    return networkReader(net.table).check(NETWORK);
  };
  const replayAt = async (height: number) => {
    await net.followTo(height);
    return seen.at(-1);
  };
  return { net, checkNow, replayAt };
}

describe.each(RECORDINGS)('%s', (path) => {
  test("the replayed state equals the node's at every seventh recorded height and the last", async () => {
    const { net, checkNow, replayAt } = await compared(path);
    const heights = net.recorded.heights.filter((height) => height % 7 === 0 || height === net.recorded.last);
    for (const height of heights) {
      const replay = await replayAt(height);
      if (!replay) throw new Error('nothing was compared');
      expect(await checkNow(replay)).toEqual({ height, at: expect.any(Number) });
    }
    await net.stop();
  });
});

describe('a state that differs from the node', () => {
  let world: Awaited<ReturnType<typeof compared>>;
  let replay: Replay;
  beforeAll(async () => {
    world = await compared(RECORDINGS[0]);
    const { heights } = world.net.recorded;
    const withActive = heights.findLast((height) => height < 200) ?? 0;
    const found = await world.replayAt(withActive);
    if (!found || found.state.active.size === 0) throw new Error('no L1 validator is active there');
    replay = found;
  });
  afterAll(() => world.net.stop());

  test.each<[string, (state: Replay['state']) => Partial<Replay['state']>, RegExp]>([
    ['supply', ({ supply }) => ({ supply: supply + 1n }), /^the supply is \d+ here and \d+ on the node, at block \d+$/],
    ['excess', ({ excess }) => ({ excess: excess + 1n }), /^the fee excess is/],
    ['accrued fees', ({ accruedFees }) => ({ accruedFees: accruedFees + 1n }), /^the balance of \w+ is/],
  ])('a different %s is described as a problem until the state matches again', async (_, change, problem) => {
    const state = { ...replay.state, ...change(replay.state) };
    expect((await world.checkNow({ state }))?.problem).toMatch(problem);
    expect((await world.checkNow(replay))?.problem).toBeUndefined();
  });
  test('a failed replay is described with its block and reason', async () => {
    const diverged = { height: 7, reason: 'unknown type 77 at byte 2' };
    const { problem } = (await world.checkNow({ ...replay, diverged })) ?? {};
    expect(problem).toBe('replay failed at block 7: unknown type 77 at byte 2');
  });
  test('a node at another height is not compared', () => {
    const live = { height: '1', excess: '9', supply: '9', balances: new Map() };
    expect(getDifference(replay.state, live)).toBeUndefined();
  });
});
