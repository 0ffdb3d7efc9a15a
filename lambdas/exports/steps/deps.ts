import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { openTable } from '../../core/table/table';
import { operationReader, operationWriter } from '../rows/operations';

/** The table with its operations: what each step of an export works with. */
export function openOperations() {
  const table = openTable(env('table'));
  return { table, operations: { ...operationReader(table), ...operationWriter(table, systemClock) } };
}
