import { type Documents, openTable } from '../../../lambdas/adapters/dynamo/table';
import { type MemoryTable, memoryTable, NAME } from './memory';

interface Batch {
  readonly constructor: { readonly name: string };
  readonly input: { readonly RequestItems: Readonly<Record<string, readonly unknown[]>> };
}

/** A table in memory that leaves the last item of each batch unprocessed while `isOverloaded`. */
export function throttledTable(isOverloaded: () => boolean): MemoryTable {
  const { documents, items } = memoryTable();
  const send = async (command: Batch) => {
    const writes = command.input.RequestItems?.[NAME];
    if (command.constructor.name !== 'BatchWriteCommand' || !writes || !isOverloaded())
      return documents.send(command as never);
    const written = Math.max(1, writes.length - 1);
    const input = { RequestItems: { [NAME]: writes.slice(0, written) } };
    await documents.send({ constructor: command.constructor, input } as never);
    return { UnprocessedItems: { [NAME]: writes.slice(written) } };
  };
  const throttled = { send } as unknown as Documents;
  return { documents: throttled, items, table: openTable(NAME, throttled) };
}
