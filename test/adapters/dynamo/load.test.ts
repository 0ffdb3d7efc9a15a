import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Documents, documentClient, openTable } from '../../../lambdas/adapters/dynamo/table';
import { derive } from '../../../lambdas/domain/evm/derive';
import { itemsOf } from '../../../lambdas/indexer/evm/projections/facts';
import { aChain, aRawBlock } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

interface Batch {
  readonly input: { readonly RequestItems: Readonly<Record<string, readonly unknown[]>> };
}
const items = Array.from({ length: 20 }, (_, n) => ({ put: { pk: 'x#1', sk: String(n) } }));

/** A table that leaves these numbers of items unprocessed, one request after the other, and then none. */
function leaving(...unprocessed: number[]) {
  const send = async ({ input: { RequestItems } }: Batch) => {
    const [[name, writes] = ['', []]] = Object.entries(RequestItems);
    return { UnprocessedItems: { [name]: writes.slice(0, unprocessed.shift() ?? 0) } };
  };
  return openTable('rows', { send } as unknown as Documents);
}

/** DynamoDB's client over a service that answers with these, one after the other. */
function answering(...answers: { readonly statusCode: number; readonly body: unknown }[]) {
  const handle = async () => {
    const { statusCode, body } = answers.shift() ?? { statusCode: 500, body: {} };
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    return { response: { statusCode, headers, body: Buffer.from(JSON.stringify(body)) } };
  };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new DynamoDBClient({ region: 'us-east-1', credentials, requestHandler: { handle } as never });
  return openTable('rows', documentClient(client));
}
const throttled = {
  statusCode: 400,
  body: { __type: 'com.amazonaws.dynamodb#ProvisionedThroughputExceededException' },
};

describe('the load of a table', () => {
  test('counts items that were left unprocessed', async () => {
    const table = leaving(5, 2);
    await table.write(items);
    expect(table.load.throttled).toBe(7);
    expect(table.meter.writeUnits).toBe(20);
  });

  test('counts attempts that the SDK repeated', async () => {
    const table = answering(throttled, { statusCode: 200, body: { Item: { pk: { S: 'a' } } } });
    expect(await table.get({ pk: 'a', sk: 'b' })).toEqual({ pk: 'a' });
    expect(table.load.throttled).toBe(1);
  });

  test('counts requests that failed because of throttling, and no others', async () => {
    let name = 'ProvisionedThroughputExceededException';
    const { table } = memoryTable(() => {
      throw Object.assign(new Error('scripted'), { name });
    });
    await expect(table.write(items)).rejects.toThrow('scripted');
    expect(table.load.throttled).toBe(1);
    name = 'ValidationException';
    await expect(table.write(items)).rejects.toThrow('scripted');
    expect(table.load.throttled).toBe(1);
  });

  test('counts the units of partitions that all blocks of a chain or a network share, and of no others', async () => {
    const { table } = memoryTable();
    const sent = Array.from({ length: 30 }, (_, n) => ({ from: n + 1, to: n + 100, failed: n === 7 }));
    const written = itemsOf(derive(aRawBlock(7, sent), 0), aChain());
    await table.write(written.map((put) => ({ put })));
    const chunks = written.filter(({ pk }) => pk.startsWith('l#')).length;
    expect(chunks).toBeGreaterThan(1);
    expect(Object.fromEntries(table.load.unitsByPartition)).toEqual({
      'h#31337': 1,
      'ab#mainnet': 1,
      'l#31337': chunks,
      'at#mainnet': chunks,
      'f#31337': 1,
      'af#mainnet': 1,
    });
  });
});
