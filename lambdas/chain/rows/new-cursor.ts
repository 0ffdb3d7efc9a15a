import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import type { BlockRange } from '../domain/block-range';
import { newJobItem } from './backfill-item';
import { CURSOR, cursorKey } from './cursor-item';
import { hiddenAttribute } from './hidden-blocks';

/** Where the follower of a new chain starts, and the ranges before that which a backfill writes, ascending. */
export interface FirstBlocks {
  readonly start: number;
  readonly history?: readonly BlockRange[];
  /** How many of these are begun at once; 1 unless set. */
  readonly workers?: number;
}

/**
 * Creates the cursor of a chain that was never indexed, which nobody holds yet, and the jobs for its history. All in
 * one transaction: a job whose cursor starts elsewhere would write blocks twice, or leave a gap. false if the chain has
 * a cursor already.
 */
export async function createCursor(
  table: Pick<Table, 'transact'>,
  chain: string,
  { start, history = [], workers = 1 }: FirstBlocks,
  now: number,
): Promise<boolean> {
  const cursor = {
    ...cursorKey(chain),
    [CURSOR.number]: start - 1,
    [CURSOR.start]: start,
    [CURSOR.epoch]: 0,
    [CURSOR.fence]: 0,
    [CURSOR.leaseUntil]: 0,
    ...Object.assign({}, ...history.slice(-workers).map((range) => hiddenAttribute(range, [range]))),
  };
  // Without a cursor no job runs, so one that is there already has written nothing.
  const jobs = history.map((range) => ({ put: newJobItem(chain, { ...range, startedAt: now, fence: 0 }) }));
  return (await table.transact([{ put: cursor, when: { pk: ABSENT } }, ...jobs])).length === 0;
}
