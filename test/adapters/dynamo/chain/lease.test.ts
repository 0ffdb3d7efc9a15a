import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LeaseLost, takeLease } from '../../../../lambdas/adapters/dynamo/chain/lease';
import { openTable } from '../../../../lambdas/adapters/dynamo/table';
import { visibleBlock } from '../../../../lambdas/domain/chain/cursor';
import { startThread, type Thread } from '../../../../local/thread';
import { hash } from '../../../support/make';

const CHAIN = '31337';
const string = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });

describe('the lease of a chain', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lease-'));
  let thread: Thread;
  let client: DynamoDBClient;
  let now = 1_000_000;
  let count = 0;
  const clock = () => now;
  /** A table of its own for each test: one partition is enough. */
  const fresh = () => {
    count += 1;
    const table = openTable('leases', client);
    const chain = `${CHAIN}${count}`;
    return (start = 0) => takeLease(table, chain, clock, async () => start);
  };

  beforeAll(async () => {
    thread = startThread(new URL('../../../../local/dynamodb/thread.ts', import.meta.url));
    const tables = [
      {
        TableName: 'leases',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [string('pk'), string('sk')],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      },
    ];
    const port = await thread.call<number>('open', { directory: folder, tables });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials });
  });
  afterAll(async () => {
    client.destroy();
    await thread.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('one holder at a time; the other is told of, and comes in when it is let go', async () => {
    const take = fresh();
    const first = await take(7);
    expect(first?.cursor).toMatchObject({ number: 6, start: 7, epoch: 0, fence: 1 });
    expect(await take()).toBeUndefined();
    await first?.polled({ head: 9, headTime: 5 }, true);
    expect(first?.cursor.wanted).toBe(true);
    await first?.release();
    const second = await take();
    expect(second?.cursor).toMatchObject({ fence: 2, wanted: false, head: 9 });
    second?.close();
  });

  test('a holder that is gone is followed ten seconds later, and can write nothing any more', async () => {
    const take = fresh();
    const gone = await take();
    now += 10_001;
    const next = await take();
    expect(next?.cursor.fence).toBe(2);
    await expect(gone?.begin([{ number: 0, hash: hash(1) }], { head: 1, headTime: 1 })).rejects.toThrow(LeaseLost);
    expect(next?.cursor.pending).toBeUndefined();
    gone?.close();
    next?.close();
  });

  test('what was begun is found by the next holder, until it is committed', async () => {
    const take = fresh();
    const first = await take();
    const blocks = [
      { number: 0, hash: hash(1) },
      { number: 1, hash: hash(2) },
    ];
    await first?.begin(blocks, { head: 5, headTime: 9 });
    await first?.release();
    const second = await take();
    expect(second?.cursor.pending).toEqual({ kind: 'index', blocks });
    await second?.commit({ number: 1, hash: hash(2), time: 8, cumulative: 3 });
    expect(second?.cursor).toMatchObject({ number: 1, hash: hash(2), time: 8, cumulative: 3, head: 5 });
    expect(second?.cursor.pending).toBeUndefined();
    second?.close();
  });

  test('readers see the chain without its orphans from the moment a rollback begins', async () => {
    const take = fresh();
    const lease = await take();
    if (!lease) throw new Error('no lease');
    await lease.commit({ number: 4, hash: hash(4), time: 40, cumulative: 4 });
    await lease.beginRollback(
      [
        { number: 3, hash: hash(3) },
        { number: 4, hash: hash(4) },
      ],
      20,
    );
    expect([visibleBlock(lease.cursor), lease.cursor.epoch, lease.cursor.time]).toEqual([2, 1, 20]);
    await lease.lower({ number: 2, hash: hash(2), time: 20, cumulative: 2 });
    expect([visibleBlock(lease.cursor), lease.cursor.hash, lease.cursor.pending]).toEqual([2, hash(2), undefined]);
    lease.close();
  });

  test('a head too low to tell ends no trouble; one that stands on our blocks does', async () => {
    const take = fresh();
    const lease = await take();
    await lease?.trouble('too deep', true);
    const again = await take();
    await again?.polled({ head: 1, headTime: 1 }, false);
    expect(again?.cursor).toMatchObject({ trouble: 'too deep', halted: true, head: 1 });
    await again?.polled({ head: 2, headTime: 2 }, true);
    expect(again?.cursor).toMatchObject({ halted: false, head: 2 });
    expect(again?.cursor.trouble).toBeUndefined();
    again?.close();
  });
});
