import type { Table } from '../../core/table/table';
import { ABSENT } from '../../core/table/update';
import type { BlockRange } from '../domain/block-range';
import { newJobItem } from './backfill-item';
import { CURSOR, cursorKey } from './cursor-item';
import { hiddenAttribute } from './hidden-blocks';

/** `history`: the ranges below `start`, ascending. */
export interface FirstBlocks {
  readonly start: number;
  readonly history?: readonly BlockRange[];
  /** Ranges started at once; 1 by default. */
  readonly workers?: number;
}

/**
 * One transaction: a job beside a cursor that starts elsewhere would write blocks twice or leave a
 * gap. false if the chain already has a cursor.
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
  // No job runs without a cursor, so an existing one has written nothing and may be replaced.
  const jobs = history.map((range) => ({ put: newJobItem(chain, { ...range, startedAt: now, fence: 0 }) }));
  return (await table.transact([{ put: cursor, when: { pk: ABSENT } }, ...jobs])).length === 0;
}
