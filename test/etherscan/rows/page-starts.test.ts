import { pageStartReader, pageStartWriter } from '../../../lambdas/etherscan/rows/page-starts';
import { memoryTable } from '../../support/tables/memory';

const START = { cut: 7, from: { after: '0000000007#00001', items: ['0000000007#00000', null], density: 1.5 }, skip: 0 };
const MINUTE = 60_000;

describe('the starts of pages', () => {
  test('a start is found by its query and page until it expires, also if it is not yet deleted', async () => {
    const { table } = memoryTable();
    let now = 1_700_000_000_000;
    const [reader, writer] = [pageStartReader(table, () => now), pageStartWriter(table, () => now)];
    await writer.put('a', 2, START);
    await writer.put('a', 3, { cut: 7, skip: 5 });
    expect([await reader.find('a', 2), await reader.find('a', 3)]).toEqual([START, { cut: 7, skip: 5 }]);
    expect([await reader.find('b', 2), await reader.find('a', 4)]).toEqual([undefined, undefined]);
    now += 9 * MINUTE;
    expect(await reader.find('a', 2)).toEqual(START);
    now += MINUTE;
    expect(await reader.find('a', 2)).toBeUndefined();
  });
});
