import { setTimeout as after } from 'node:timers/promises';
import { getGroups, getRuns } from '../../../lambdas/app/contract/functions';
import { eachChain, inTurns } from '../../../lambdas/chain/follower/each-chain';
import { parseConfig } from '../../../lib/config';
import { captureLog } from '../../support/capture-log';

describe('the chains of a group', () => {
  test('chains run concurrently, a failure lets the others finish, and the run rejects with its error', async () => {
    const log = captureLog();
    const ended: string[] = [];
    const run = eachChain(['1', '2', '3'], 'it stands still', async (chainId) => {
      if (chainId === '1') throw new Error('the node is down');
      await after(5);
      ended.push(chainId);
    });
    await expect(run).rejects.toThrow('the node is down');
    expect(ended).toEqual(['2', '3']);
    log.restore();
    expect(log.lines).toMatchObject([
      { level: 'ERROR', chainId: '1', message: 'it stands still', error: { message: 'the node is down' } },
    ]);
  });

  test('each minute starts with the next chain of the group', () => {
    const group = ['a', 'b', 'c'];
    expect([0, 1, 2, 3].map((minute) => inTurns(group, minute).join(''))).toEqual(['abc', 'bca', 'cab', 'abc']);
    expect(inTurns([], 7)).toEqual([]);
  });
});

describe('the runs of a schedule', () => {
  const chains = (count: number, backfillWorkers = 4) =>
    parseConfig(
      { chains: Array.from({ length: count }, (_, i) => ({ chainId: `${i + 1}`, backfillWorkers })) },
      'test',
    );
  const schedule = { scope: 'indexedChains', perWorker: true, maxRuns: 20 } as const;
  const shape = (config: ReturnType<typeof chains>) =>
    getRuns(schedule, config).map((run) => `${run.chains.map(({ name }) => name).join('+')}#${run.worker}`);

  test('each worker of each chain gets its own run while the limit allows', () => {
    expect(shape(chains(2, 2))).toEqual(['1#0', '1#1', '2#0', '2#1']);
    expect(getRuns(schedule, chains(5))).toHaveLength(20);
  });
  test('chains share runs beyond the limit, and every worker of every chain is covered', () => {
    for (const [count, workers] of [
      [6, 4],
      [50, 4],
      [250, 16],
      [3, 16],
    ] as const) {
      const runs = getRuns(schedule, chains(count, workers));
      expect(runs.length).toBeLessThanOrEqual(20);
      expect(runs.reduce((sum, run) => sum + run.chains.length, 0)).toBe(count * workers);
    }
  });
  test('a chain with fewer workers than its group appears in only that many runs', () => {
    const mixed = parseConfig(
      { chains: [1, 3, 2].map((backfillWorkers, i) => ({ chainId: `${i + 1}`, backfillWorkers })) },
      'test',
    );
    expect(getRuns({ ...schedule, maxRuns: 3 }, mixed).map((run) => run.chains.map(({ name }) => name))).toEqual([
      ['1', '2', '3'],
      ['2', '3'],
      ['2'],
    ]);
    expect(getGroups({ ...schedule, maxRuns: 3 }, mixed)).toHaveLength(1);
  });
});
