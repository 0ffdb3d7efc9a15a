import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { HOUR } from '../../../lambdas/core/domain/intervals';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { handler } from '../../../lambdas/metrics/api/get-evm-chain-rolling-window-metrics';
import { ROLLING_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { hidesItsCause, needsIndexedChain, refuses } from '../../support/endpoints/refusals';
import { getSeconds } from '../../support/metrics/counted-chain';
import { CHAIN_OR_GROUP, countedWorld } from '../../support/metrics/endpoints';
import { groupWorld } from '../../support/metrics/group-world';

type Json = Readonly<Record<string, unknown>>;
const world = countedWorld();
const good = { params: { chainId: '31337', metric: 'txCount' } };
const HOURS = { lastDay: 24, lastWeek: 168, lastMonth: 720, last90Days: 2_160, lastYear: 8_760 };

const transactionsIn = (blocks: readonly RawBlock[]) => blocks.flatMap(({ block }) => block.transactions);
const sendersIn = (blocks: readonly RawBlock[]) => new Set(transactionsIn(blocks).map(({ from }) => from)).size;

async function ask(metric: string, later = 0) {
  const { ask: call, cursor, canonical } = await world;
  const now = cursor().time + later;
  const { status, body } = await call(handler, { params: { metric } }, later);
  const since = (start: number) => canonical.slice(1).filter((raw) => getSeconds(raw) > start);
  const hour = now - (now % HOUR);
  const windows: Record<string, RawBlock[]> = {
    lastHour: since(now - HOUR),
    ...Object.fromEntries(Object.entries(HOURS).map(([name, hours]) => [name, since(hour - hours * HOUR - 1)])),
    allTime: since(0),
  };
  return { status, result: body.result, windows };
}
const counts = (windows: Record<string, RawBlock[]>, count: (blocks: readonly RawBlock[]) => number) =>
  Object.fromEntries(Object.entries(windows).map(([name, blocks]) => [name, count(blocks)]));

describe('getEvmChainRollingWindowMetrics', () => {
  test.each([0, 1_000, 3_000, 40_000, 900_000])('windows end %d s after the last block', async (later) => {
    const { status, result, windows } = await ask('txCount', later);
    expect([status, result]).toEqual([200, counts(windows, (blocks) => transactionsIn(blocks).length)]);
  });
  test('a window that begins within a part has only its later blocks', async () => {
    const { ask: call, cursor, canonical, later, count } = await countedWorld();
    later();
    await count();
    for (const seconds of [0, 500, 1_100, 2_900]) {
      const { body } = await call(handler, { params: { metric: 'txCount' } }, seconds);
      const start = cursor().time + seconds - HOUR;
      const own = canonical.slice(1).filter((raw) => getSeconds(raw) > start);
      expect([seconds, (body.result as Json).lastHour]).toEqual([seconds, transactionsIn(own).length]);
    }
  });
  test('the windows differ, so each of them is tested', async () => {
    const { result } = await ask('txCount');
    expect(new Set(Object.values(result as object)).size).toBeGreaterThan(2);
  });
  test('active senders have the windows of the published client, up to a week', async () => {
    const { result, windows } = await ask('activeSenders');
    const { lastHour, lastDay, lastWeek } = counts(windows, sendersIn);
    expect(result).toEqual({ lastHour, lastDay, lastWeek });
  });
  test.each(ROLLING_METRICS)('%s has a number in every window', async (metric) => {
    const { status, result } = await ask(metric);
    const names =
      metric.startsWith('active') || metric === 'deployers'
        ? ['lastHour', 'lastDay', 'lastWeek']
        : ['lastHour', ...Object.keys(HOURS), 'allTime'];
    expect([status, Object.keys(result as object)]).toEqual([200, names]);
    expect(Object.values(result as object).every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  });
  test('windows that begin before the first whole hour are omitted', async () => {
    const partly = await countedWorld([{ gap: 700_000, sent: [{ from: 1 }] }]);
    const { body } = await partly.ask(handler, { params: { metric: 'txCount' } });
    expect(Object.keys(body.result as object)).toEqual(['lastHour', 'lastDay']);
  });
  test('a chain more than five minutes behind has no windows', async () => {
    const { ask: call, cursor } = await world;
    const { number, time } = cursor();
    const now = time + 400;
    const windows = async (seen: Partial<Cursor>) => {
      const { status, body } = await call(handler, { params: { metric: 'txCount' } }, 400, seen);
      return [status, Object.keys(body.result as object).length];
    };
    expect(await windows({ idleAt: (now - 240) * 1_000 })).toEqual([200, 7]);
    expect(await windows({ idleAt: (now - 241) * 1_000 })).toEqual([200, 0]);
    // Its indexer's clock ran ahead, and has been set back.
    expect(await windows({ idleAt: (now + 3_600) * 1_000 })).toEqual([200, 0]);
    // Many blocks are not counted.
    expect(await windows({ idleAt: now * 1_000, number: number + 2_000 })).toEqual([200, 0]);
  });
  describe('of a group of chains', () => {
    const windows = async (chainId: string, metric: string, options = {}) =>
      (await (await groupWorld(options))(handler, { params: { chainId, metric } })).body.result as Json;

    test('each window combines the chains', async () => {
      expect(await windows('mainnet', 'txCount')).toMatchObject({
        lastHour: 0,
        lastDay: 50,
        lastWeek: 63,
        allTime: 63,
      });
      expect(await windows('total', 'txCount')).toMatchObject({ lastDay: 350, allTime: 663 });
      expect(await windows('total', 'maxTps')).toMatchObject({ lastDay: 300, allTime: 300 });
      expect(await windows('mainnet', 'avgGasPrice')).toMatchObject({ lastDay: (20 * 100 + 30 * 20) / 50 });
    });

    test('windows that one chain has not indexed as a whole are omitted', async () => {
      expect(Object.keys(await windows('mainnet', 'txCount', { isPartly: true }))).toEqual(['lastHour', 'lastDay']);
      expect(Object.keys(await windows('testnet', 'txCount', { isPartly: true }))).toContain('allTime');
    });

    test('no window is shown while one chain is behind', async () => {
      expect(await windows('mainnet', 'txCount', { cursor: { idleAt: 0 } })).toEqual({});
      expect(await windows('testnet', 'txCount', { cursor: { idleAt: 0 } })).toMatchObject({ lastDay: 300 });
    });
  });

  refuses(handler, good, [
    CHAIN_OR_GROUP,
    [
      'an unknown metric',
      { params: { metric: 'cumulativeTxCount' } },
      `metric: must be one of ${ROLLING_METRICS.join(', ')}`,
    ],
  ]);
  needsIndexedChain(handler, good);
  hidesItsCause(handler, good);
});
