import { env } from '../../core/contract/env';
import { systemClock } from '../../core/runtime/clock';
import { createTableClient } from '../../core/table/table';
import { operationReader, operationWriter } from '../rows/operations';

export function createOperations() {
  const table = createTableClient(env('table'));
  return { table, operations: { ...operationReader(table), ...operationWriter(table, systemClock) } };
}
