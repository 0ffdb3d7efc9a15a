import type { Timer } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { isCatchingUp } from '../domain/cursor';
import { getCursor } from './cursor-of';

const READ_INTERVAL_MS = 1_000;

export function createYielding(
  table: Pick<Table, 'get'>,
  chain: string,
  { now, steady }: Pick<Timer, 'now' | 'steady'>,
): () => Promise<boolean> {
  let [readAt, mustYield] = [Number.NEGATIVE_INFINITY, false];
  return async () => {
    if (steady() - readAt < READ_INTERVAL_MS) return mustYield;
    readAt = steady();
    const cursor = await getCursor(table, chain);
    mustYield = cursor !== undefined && isCatchingUp(cursor, now());
    return mustYield;
  };
}
