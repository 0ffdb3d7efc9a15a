import { handler } from '../../../lambdas/metrics/api/get-icm-summary';
import { badQuery, refuses } from '../../support/endpoints/refusals';
import { ID_A, ID_B, ID_X, icmWorld } from '../../support/metrics/icm-world';

const world = icmWorld();
const ALL = 'all';
async function ask(query: Record<string, string>) {
  const { status, body } = await (await world)(handler, query);
  expect([status, body.message]).toEqual([200, undefined]);
  return body as { result: Record<string, unknown>; results?: Record<string, unknown>[] };
}
const longer = (value: number) => ({
  lastWeek: value,
  lastMonth: value,
  last90Days: value,
  lastYear: value,
  allTime: value,
});

describe('getIcmSummary', () => {
  test('windows end now and count each message once', async () => {
    const { result } = await ask({ network: 'mainnet' });
    expect(result).toEqual({
      ...{ lastHour: 0, lastDay: 4, ...longer(15) },
      ...{ srcBlockchainId: ALL, destBlockchainId: ALL },
    });
  });
  test('a source and a destination count only the messages between them', async () => {
    const { result } = await ask({ srcBlockchainId: ID_A, destBlockchainId: ID_B });
    expect(result).toEqual({
      ...{ lastHour: 0, lastDay: 0, ...longer(4) },
      ...{ srcBlockchainId: ID_A, destBlockchainId: ID_B },
    });
  });
  test('groupBy adds the messages of each group', async () => {
    const { result, results = [] } = await ask({ network: 'mainnet', groupBy: 'srcBlockchainId' });
    expect(result.allTime).toBe(15);
    expect(
      results.map(({ srcBlockchainId, destBlockchainId, lastDay, allTime }) => [
        srcBlockchainId,
        destBlockchainId,
        lastDay,
        allTime,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [ID_A, ALL, 0, 6],
        [ID_B, ALL, 4, 4],
        [ID_X, ALL, 0, 5],
      ]),
    );
  });
  test('a pair of blockchains that are both not indexed has no windows, as its number is unknown', async () => {
    const { result } = await ask({ srcBlockchainId: ID_X, destBlockchainId: ID_X });
    expect(result).toEqual({ srcBlockchainId: ID_X, destBlockchainId: ID_X });
  });
  refuses(handler, {}, [
    badQuery('network', 'devnet', 'must be mainnet, fuji or testnet'),
    badQuery('destBlockchainId', '0x12', 'must be a blockchain ID (cb58)'),
  ]);
});
