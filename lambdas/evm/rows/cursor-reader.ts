import { cursorReader } from '../../chain/rows/cursor-reader';
import type { Clock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import { gapReader } from './gaps';
import { traceReader } from './trace-reader';

/** The cursor's whole partition: granting one of these grants the others. */
export const evmCursorReader = (table: Table, now: Clock) => ({
  ...cursorReader(table, now),
  ...traceReader(table, now),
  ...gapReader(table, now),
});
