import type { BackfillJob } from '../../../lambdas/chain/domain/backfill-job';
import { indexedRanges } from '../../../lambdas/chain/domain/indexed-ranges';
import { aCursor } from '../../support/make/blocks';

const job = (from: number, to: number, next: number): BackfillJob => ({
  ...{ from, to, next, cumulative: 0, startedAt: 0, writeUnits: 0, fence: 0 },
});

describe('indexed ranges', () => {
  test('are the blocks that jobs have written, and the follower’s up to the visible head', () => {
    const cursor = aCursor({ start: 100, number: 120 });
    expect(indexedRanges(cursor, [])).toEqual([{ from: 100, to: 120 }]);
    expect(indexedRanges(cursor, [job(50, 99, 70), job(0, 49, 50)])).toEqual([
      { from: 0, to: 69 },
      { from: 100, to: 120 },
    ]);
  });
  test('exclude hidden blocks, blocks of a job that belong to the follower, and a rollback in progress', () => {
    const hidden = [{ job: { from: 0, to: 49 }, ranges: [{ from: 10, to: 19 }] }];
    const pending = { kind: 'rollback', blocks: [{ number: 118, hash: '0x1' }] } as const;
    const cursor = aCursor({ start: 40, number: 120, hidden, pending });
    expect(indexedRanges(cursor, [job(0, 49, 50)])).toEqual([
      { from: 0, to: 9 },
      { from: 20, to: 117 },
    ]);
  });
  test('are none before the first block', () => {
    expect(indexedRanges(aCursor({ start: 100, number: 99 }), [job(0, 99, 0)])).toEqual([]);
  });
});
