import { DAY } from '../../../lambdas/core/domain/intervals';
import { handler } from '../../../lambdas/metrics/api/get-icm-timeseries';
import { badQuery, refuses } from '../../support/endpoints/refusals';
import { FIRST_DAY } from '../../support/metrics/counted-days';
import { ID_A, ID_B, ID_X, icmWorld } from '../../support/metrics/icm-world';

const world = icmWorld();
const ALL = 'all';

/** `day value from to`, oldest first. */
async function ask(query: Record<string, string>) {
  const { status, body } = await (await world)(handler, query);
  expect([status, body.message]).toEqual([200, undefined]);
  const results = body.results as {
    value: number;
    timestamp: number;
    srcBlockchainId: string;
    destBlockchainId: string;
  }[];
  return results.map((one) => [
    (one.timestamp - FIRST_DAY) / DAY,
    one.value,
    one.srcBlockchainId,
    one.destBlockchainId,
  ]);
}

describe('getIcmTimeseries', () => {
  test('messages between indexed chains count once, where they were sent', async () => {
    expect(await ask({ network: 'mainnet' })).toEqual([
      [2, 4, ALL, ALL],
      [1, 6, ALL, ALL],
      [0, 5, ALL, ALL],
    ]);
  });
  test('without a network, the messages of all chains count', async () => {
    expect((await ask({})).map(([, value]) => value)).toEqual([4, 13, 5]);
  });
  test('503 until a block of each chain is counted', async () => {
    const partly = await icmWorld({ isUncounted: true });
    const { status, body } = await partly(handler, {});
    expect([status, body.message]).toEqual([503, 'metrics of chain 3 are not available yet; try again']);
    expect((await partly(handler, { network: 'mainnet' })).status).toBe(200);
  });
  test('a sender and a recipient select their messages', async () => {
    expect((await ask({ srcBlockchainId: ID_A })).map(([, value]) => value)).toEqual([0, 1, 5]);
    expect((await ask({ destBlockchainId: ID_A })).map(([, value]) => value)).toEqual([4, 5, 0]);
    expect(await ask({ srcBlockchainId: ID_A, destBlockchainId: ID_B })).toEqual([
      [2, 0, ID_A, ID_B],
      [1, 1, ID_A, ID_B],
      [0, 3, ID_A, ID_B],
    ]);
    expect((await ask({ srcBlockchainId: ID_X, destBlockchainId: ID_A })).map(([, value]) => value)).toEqual([0, 5, 0]);
  });
  test('groupBy splits the messages of each interval', async () => {
    expect(await ask({ network: 'mainnet', groupBy: 'srcBlockchainId' })).toEqual([
      [2, 4, ID_B, ALL],
      [1, 1, ID_A, ALL],
      [1, 5, ID_X, ALL],
      [0, 5, ID_A, ALL],
    ]);
    expect(await ask({ srcBlockchainId: ID_A, groupBy: 'destBlockchainId' })).toEqual([
      [1, 1, ID_A, ID_B],
      [0, 3, ID_A, ID_B],
      [0, 2, ID_A, ID_X],
    ]);
    expect(await ask({ network: 'mainnet', groupBy: 'srcBlockchainId,destBlockchainId' })).toHaveLength(5);
  });
  test('pages hold whole intervals, and every message is in one of them', async () => {
    const query = { network: 'mainnet', groupBy: 'srcBlockchainId,destBlockchainId', pageSize: '1' };
    const sizes: number[] = [];
    for (let pageToken: string | undefined; ; ) {
      const { body } = await (await world)(handler, { ...query, ...(pageToken ? { pageToken } : {}) });
      sizes.push((body.results as unknown[]).length);
      if (typeof body.nextPageToken !== 'string') break;
      pageToken = body.nextPageToken;
    }
    expect(sizes).toEqual([1, 2, 2]);
  });
  test('intervals that one chain has not indexed as a whole are omitted', async () => {
    const { body } = await (await icmWorld({ isPartly: true }))(handler, { network: 'mainnet' });
    expect((body.results as { value: number }[]).map(({ value }) => value)).toEqual([4, 6]);
  });
  test('only intervals in the requested range are returned', async () => {
    const query = { startTimestamp: String(FIRST_DAY + 1), endTimestamp: String(FIRST_DAY + 2 * DAY) };
    expect((await ask({ ...query, network: 'mainnet' })).map(([day]) => day)).toEqual([1]);
  });
  refuses(handler, {}, [
    badQuery('network', 'devnet', 'must be mainnet, fuji or testnet'),
    badQuery('srcBlockchainId', '0x12', 'must be a blockchain ID (cb58)'),
    badQuery('groupBy', 'day', 'must be one of srcBlockchainId, destBlockchainId, srcBlockchainId,destBlockchainId'),
    badQuery('timeInterval', 'year', 'must be one of hour, day, week, month'),
  ]);
});
