import { pageStartReader, pageStartWriter } from '../../../lambdas/etherscan/rows/page-starts';
import { memoryTable } from '../../support/tables/memory';

const FROM = { after: '0000000007#00001', items: ['0000000007#00000', null], density: 1.5 };
const WALK = {
  cut: 7,
  starts: [
    { page: 2, from: FROM, skip: 0 },
    { page: 3, skip: 5 },
  ],
};
const MINUTE = 60_000;

describe('the starts of pages', () => {
  test('a walk is found by its query until it expires, also if it is not yet deleted', async () => {
    const { table } = memoryTable();
    let now = 1_700_000_000_000;
    const [reader, writer] = [pageStartReader(table, () => now), pageStartWriter(table, () => now)];
    await writer.put('a', WALK);
    expect([await reader.find('a'), await reader.find('b')]).toEqual([WALK, undefined]);
    now += 9 * MINUTE;
    expect(await reader.find('a')).toEqual(WALK);
    now += MINUTE;
    expect(await reader.find('a')).toBeUndefined();
  });
});
