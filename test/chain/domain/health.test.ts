import { type Cursor, isCatchingUp, isUp, secondsBehind } from '../../../lambdas/chain/domain/cursor';
import { chainHealth } from '../../../lambdas/chain/domain/health';

const [NOW, MINUTE] = [1_700_000_000_000, 60_000];
const cursor: Cursor = {
  ...{ number: 9, hash: '0x09', time: 1_000, cumulative: 0, start: 0, epoch: 0, serial: 0, fence: 1 },
  ...{ leaseUntil: 0, wanted: false, head: 20, headTime: 1_100, polledAt: NOW, idleAt: 0, halted: false },
};
const health = (now: number) => chainHealth({ chainName: 'A', finalityDepth: 3 }, cursor, [], now);

describe('chain health', () => {
  test('a chain is up until its node has been silent for two minutes', () => {
    expect([isUp(cursor, NOW - 1_000), isUp(cursor, NOW + 2 * MINUTE - 1), isUp(cursor, NOW + 2 * MINUTE)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(health(NOW)).toMatchObject({ status: 'up', lagBlocks: 11 });
    expect(health(NOW + 2 * MINUTE)).toMatchObject({ message: 'its indexer has not run for two minutes' });
  });
  test.each([10 * MINUTE, 365 * 1_440 * MINUTE])(
    'a chain is down, a day behind and not catching up while its last poll is %i ms in the future',
    (lead) => {
      const now = NOW - lead;
      expect(health(now)).toMatchObject({
        status: 'down',
        message: 'its indexer has not run since the clock was set back',
      });
      expect([isUp(cursor, now), isCatchingUp(cursor, now), secondsBehind(cursor, now)]).toEqual([
        false,
        false,
        86_400,
      ]);
      expect(isCatchingUp(cursor, NOW)).toBe(true);
    },
  );
  test('health names the backfill command for blocks below a lowered startBlock until a job covers them', () => {
    const late = { ...cursor, number: 120, start: 100 };
    const report = (startBlock: number | undefined, jobs: readonly { from: number; to: number }[] = []) => {
      const all = jobs.map((range) => ({ ...range, next: 0, cumulative: 0, startedAt: 0, writeUnits: 0, fence: 0 }));
      return chainHealth({ chainName: 'A', finalityDepth: 3, chainId: '42', startBlock }, late, all, NOW);
    };
    expect(report(5)).toMatchObject({
      status: 'up',
      message: expect.stringContaining('`npm run cli -- backfill --chain 42 --from 5 --to 99`'),
    });
    expect(report(5, [{ from: 5, to: 49 }]).message).toContain('blocks from 50 to 99');
    for (const covered of [report(undefined), report(100), report(200), report(5, [{ from: 0, to: 99 }])])
      expect(covered.message).toBeUndefined();
  });
});
