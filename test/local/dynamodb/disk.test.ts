import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ClassicLevel } from 'classic-level';
import { createCallLog } from '../../../local/calls';
import { perform } from '../../../local/dynamodb/actions';
import { createAnswerer } from '../../../local/dynamodb/answer';
import { createDisk, type Disk } from '../../../local/dynamodb/disk';
import { createDynamoServer } from '../../../local/dynamodb/server';
import { createStore, type Store } from '../../../local/dynamodb/store';
import { close, listen } from '../../../local/http';
import { createJudge } from '../../../local/iam/roles';
import { folder, removeFolders } from '../support/assembly';

const TABLE = {
  TableName: 'things',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};
const loadStore = async (directory: string): Promise<Store> => {
  const db = new ClassicLevel(directory);
  await db.open();
  const store = createStore(db);
  await store.createTable(TABLE);
  return store;
};

describe('durability', () => {
  let directory: string;
  let store: Store;
  let disk: Disk;
  let server: Server;
  let url: string;
  let syncs: number;
  /** Bytes of each log that were on disk after its last sync. */
  const onDisk = new Map<string, number>();
  beforeEach(async () => {
    directory = folder();
    store = await loadStore(directory);
    syncs = 0;
    onDisk.clear();
    disk = createDisk(directory, async (file, path) => {
      const { size } = await file.stat();
      await file.datasync();
      syncs++;
      onDisk.set(path, size);
    });
    server = createDynamoServer(createAnswerer(store, createCallLog(), createJudge({}), disk), async () => true);
    url = `http://127.0.0.1:${await listen(server, 0, 'the table')}`;
  });
  afterEach(async () => {
    await close(server);
    await disk.close();
    await store.close();
    removeFolders();
  });

  const put = (pk: string, more: object = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.PutItem' },
      body: JSON.stringify({ TableName: 'things', Item: { pk: { S: pk } }, ...more }),
    });
  const relied = { ConditionExpression: 'attribute_not_exists(pk)' };
  /** The keys of a table that starts from the bytes on disk. */
  const keysAfterPowerCut = async (): Promise<string[]> => {
    const copy = join(folder(), 'copy');
    while (!copied(directory, copy)) rmSync(copy, { recursive: true });
    for (const log of readdirSync(copy).filter((name) => name.endsWith('.log')))
      truncateSync(join(copy, log), onDisk.get(join(directory, log)) ?? 0);
    const after = await loadStore(copy);
    const keys: string[] = [];
    let ExclusiveStartKey: unknown;
    do {
      const page = await perform(after, 'Scan', {
        TableName: 'things',
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      });
      keys.push(...(page.Items as { pk: { S: string } }[]).map(({ pk }) => pk.S));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    await after.close();
    return keys.toSorted();
  };

  test('a power cut keeps conditional writes and everything before them', async () => {
    await put('before');
    await put('claimed', relied);
    await put('after');
    expect(await keysAfterPowerCut()).toEqual(['before', 'claimed']);
    await disk.synced();
    expect(await keysAfterPowerCut()).toEqual(['after', 'before', 'claimed']);
  });

  test('a transaction is on disk once it is answered', async () => {
    await fetch(url, {
      method: 'POST',
      headers: { 'x-amz-target': 'DynamoDB_20120810.TransactWriteItems' },
      body: JSON.stringify({ TransactItems: [{ Put: { TableName: 'things', Item: { pk: { S: 'moved' } } } }] }),
    });
    expect(await keysAfterPowerCut()).toEqual(['moved']);
  });

  test('a failed condition and a plain write do not wait for the disk', async () => {
    await put('one', relied);
    const before = syncs;
    expect((await put('one', relied)).status).toBe(400);
    await put('two');
    expect(syncs).toBe(before);
  });

  test('concurrent conditional writes share syncs, and all are on disk', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => put(`k${n}`, relied)));
    expect((await keysAfterPowerCut()).length).toBe(100);
    expect(syncs).toBeLessThan(100);
  });

  test('conditional writes are on disk even if the log is replaced meanwhile', async () => {
    const text = { S: 'x'.repeat(300_000) };
    for (let n = 0; n < 30; n++) await put(`large${n}`, { Item: { pk: { S: `large${n}` }, text }, ...relied });
    await sleep(50); // the old log is removed in the background
    await put('last', relied);
    expect(await keysAfterPowerCut()).toHaveLength(31);
  });
});

/** Copies the folder of a store; false if LevelDB deleted a log meanwhile. */
function copied(directory: string, copy: string): boolean {
  try {
    cpSync(directory, copy, { recursive: true, filter: (path) => !path.endsWith('LOCK') });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}
