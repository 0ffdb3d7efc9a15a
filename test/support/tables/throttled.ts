import type { DynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { createTableClient } from '../../../lambdas/core/table/table';
import { type MemoryTable, memoryTable, NAME } from './memory';

/** Leaves the last item of each batch unprocessed while overloaded. */
export function throttledTable(isOverloaded: () => boolean): MemoryTable {
  const { client, items, rows } = memoryTable();
  const throttled: DynamoClient = {
    async call(action, input, signal) {
      const writes = (input.RequestItems as Readonly<Record<string, readonly unknown[]>> | undefined)?.[NAME];
      if (action !== 'BatchWriteItem' || !writes || !isOverloaded()) return client.call(action, input, signal);
      const written = Math.max(1, writes.length - 1);
      const answer = await client.call(action, { RequestItems: { [NAME]: writes.slice(0, written) } }, signal);
      return { ...answer, UnprocessedItems: { [NAME]: writes.slice(written) } };
    },
  };
  return { client: throttled, items, rows, table: createTableClient(NAME, throttled) };
}
