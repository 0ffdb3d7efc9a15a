import type { BlockRange } from '../../../domain/chain/block-range';
import type { Table } from '../table';
import { ABSENT } from '../update';
import { newJobItem } from './backfill-item';
import { CURSOR, cursorKey } from './cursor-item';
import { hiddenAttribute } from './hidden-blocks';

/** Where the follower of a new chain starts, and the blocks before that which a backfill writes, if any. */
export interface FirstBlocks {
  readonly start: number;
  readonly history?: BlockRange;
}

/**
 * Creates the cursor of a chain that was never indexed, which nobody holds yet, and the job for its history. Both in
 * one transaction: a job whose cursor starts elsewhere would write blocks twice, or leave a gap. false if the chain has
 * a cursor already.
 */
export async function createCursor(
  table: Pick<Table, 'transact'>,
  chain: string,
  { start, history }: FirstBlocks,
  now: number,
): Promise<boolean> {
  const cursor = {
    ...cursorKey(chain),
    [CURSOR.number]: start - 1,
    [CURSOR.start]: start,
    [CURSOR.epoch]: 0,
    [CURSOR.fence]: 0,
    [CURSOR.leaseUntil]: 0,
    ...(history ? hiddenAttribute(history, [history]) : {}),
  };
  // Without a cursor no job runs, so one that is there already has written nothing.
  const job = history ? [{ put: newJobItem(chain, { ...history, startedAt: now, fence: 0 }) }] : [];
  return (await table.transact([{ put: cursor, when: { pk: ABSENT } }, ...job])).length === 0;
}
