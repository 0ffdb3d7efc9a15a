import type { DynamoClient } from '../../../lambdas/core/table/dynamo-client';
import { createTableClient } from '../../../lambdas/core/table/table';
import { derive } from '../../../lambdas/evm/domain/derive';
import { toItems } from '../../../lambdas/evm/indexer/projections/facts';
import { aChain, aRawBlock } from '../../support/make/blocks';
import { memoryTable, serviceError } from '../../support/tables/memory';

const items = Array.from({ length: 20 }, (_, n) => ({ put: { pk: 'x#1', sk: String(n) } }));

/** A table that leaves these counts of items unprocessed in successive requests, and then none. */
function leaving(...unprocessed: number[]) {
  const client: DynamoClient = {
    async call(_, { RequestItems }) {
      const [[name, writes] = ['', []]] = Object.entries(RequestItems as Readonly<Record<string, readonly unknown[]>>);
      return { UnprocessedItems: { [name]: writes.slice(0, unprocessed.shift() ?? 0) }, $metadata: { attempts: 1 } };
    },
  };
  return createTableClient('rows', client);
}

describe('the load of a table', () => {
  test('the load counts items left unprocessed', async () => {
    const table = leaving(5, 2);
    await table.write(items);
    expect(table.load.throttled).toBe(7);
    expect(table.meter.writeUnits).toBe(20);
  });

  test('the load counts attempts that the client repeated', async () => {
    const table = createTableClient('rows', {
      call: async () => ({ Item: { pk: 'a' }, $metadata: { attempts: 3 } }),
    });
    expect(await table.get({ pk: 'a', sk: 'b' })).toEqual({ pk: 'a' });
    expect(table.load.throttled).toBe(2);
  });

  test('the load counts throttled requests and no other failures', async () => {
    let name = 'ProvisionedThroughputExceededException';
    const { table } = memoryTable(() => {
      throw serviceError(name, 'scripted');
    });
    await expect(table.write(items)).rejects.toThrow('scripted');
    expect(table.load.throttled).toBe(1);
    name = 'ValidationException';
    await expect(table.write(items)).rejects.toThrow('scripted');
    expect(table.load.throttled).toBe(1);
  });

  test('the load counts the units of partitions shared by all blocks, and of no others', async () => {
    const { table } = memoryTable();
    const sent = Array.from({ length: 30 }, (_, n) => ({ from: n + 1, to: n + 100, failed: n === 7 }));
    const written = toItems(derive(aRawBlock(7, sent), 0), aChain());
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
