import { withCopies } from './copies';
import { createDynamoClient, type DynamoClient } from './dynamo-client';
import { createPlainTable, type Table } from './plain-table';

export type { Meter, Range, Table, TransactedChange, Write } from './plain-table';

/** Of rows with two copies, reads return the one in use. */
export const createTableClient = (name: string, client: DynamoClient = createDynamoClient()): Table =>
  withCopies(createPlainTable(name, client));
