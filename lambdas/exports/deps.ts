import { systemClock } from '../adapters/clock';
import { operationReader, operationWriter } from '../adapters/dynamo/exports/operations';
import { openTable } from '../adapters/dynamo/table';
import { env } from '../contract/env';

/** The table with its operations: what each step of an export works with. */
export function openOperations() {
  const table = openTable(env('table'));
  return { table, operations: { ...operationReader(table), ...operationWriter(table, systemClock) } };
}
