import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { openTable, type Table } from '../../lambdas/adapters/dynamo/table';
import { TABLE } from '../../lambdas/table/schema';
import { startThread } from '../../local/thread';

/** One table of the local runner's own store, with its conditions. */
export interface RealTable {
  readonly open: () => Table;
  readonly stop: () => Promise<void>;
}
/** One of several. */
interface FreshTable {
  readonly table: Table;
  /** Every item, as text that compares. */
  readonly items: () => Promise<string[]>;
}

const keysOf = ([hash, range]: readonly [string, string]) => [
  { AttributeName: hash, KeyType: 'HASH' },
  { AttributeName: range, KeyType: 'RANGE' },
];

/** Starts the store in a thread, over a folder that goes with it. `next` gives an empty table, `count` times at most. */
export async function startRealTables(count: number) {
  const directory = mkdtempSync(join(tmpdir(), 'rows-'));
  const thread = startThread(new URL('../../local/dynamodb/thread.ts', import.meta.url));
  const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  const tables = Array.from({ length: count }, (_, n) => ({
    TableName: `rows-${n}`,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [TABLE.pk, TABLE.sk, ...TABLE.indexes.gsi1].map(string),
    GlobalSecondaryIndexes: [
      { IndexName: 'gsi1', KeySchema: keysOf(TABLE.indexes.gsi1), Projection: { ProjectionType: 'ALL' } },
    ],
    KeySchema: keysOf([TABLE.pk, TABLE.sk]),
  }));
  const port = await thread.call<number>('open', { directory, tables });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials });
  const documents = DynamoDBDocumentClient.from(client);
  let used = 0;
  return {
    next(): FreshTable {
      const name = tables[used++]?.TableName;
      if (name === undefined) throw new Error(`all ${count} tables are used: start more`);
      return { table: openTable(name, client), items: () => itemsOf(documents, name) };
    },
    async stop(): Promise<void> {
      client.destroy();
      await thread.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts the store with one table, which the tests of a file share. */
export async function startRealTable(): Promise<RealTable> {
  const store = await startRealTables(1);
  const { table } = store.next();
  return { open: () => table, stop: store.stop };
}

async function itemsOf(documents: DynamoDBDocumentClient, TableName: string): Promise<string[]> {
  const found: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({ TableName, ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}) }),
    );
    for (const { pk, sk, ...rest } of page.Items ?? []) {
      const plain = Object.entries(rest)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value}`);
      found.push(`${pk} ${sk} ${plain.join(' ')}`);
    }
    ExclusiveStartKey = page.LastEvaluatedKey as typeof ExclusiveStartKey;
  } while (ExclusiveStartKey);
  return found.toSorted();
}
