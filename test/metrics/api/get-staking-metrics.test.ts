import { handler } from '../../../lambdas/metrics/api/get-staking-metrics';
import { NETWORK_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { NO_STAKES } from '../../../lambdas/pchain/domain/staking-day';
import { stakingDayItems } from '../../../lambdas/pchain/rows/staking-days';
import { badIds, NOTHING, refusesOfNetwork } from '../../support/endpoints/primary-network';
import { badQuery } from '../../support/endpoints/refusals';
import { daysIn, ID_L1, stakingWorld } from '../../support/metrics/staking-world';
import { P_CHAIN } from '../../support/pchain/expected/network';
import { expectedNetworkDetails } from '../../support/pchain/expected/network-details';
import { NETWORK } from '../../support/pchain/indexed';

const world = stakingWorld();
const good = { params: { network: NETWORK, metric: 'validatorCount' } };

async function ask(metric: string, query: Record<string, string> = {}) {
  const { today, ask: call } = await world;
  const { status, body } = await call(handler, { params: { network: NETWORK, metric }, query });
  expect([status, body.message]).toEqual([200, undefined]);
  return daysIn(body, today);
}

describe('getStakingMetrics', () => {
  test.each([
    [
      'validatorCount',
      [
        [1, 1],
        [2, 4],
        [3, 5],
        [4, 5],
        [5, 2],
      ],
    ],
    [
      'validatorWeight',
      [
        [1, 5],
        [2, 40],
        [3, 41],
        [4, 41],
        [5, 20],
      ],
    ],
    [
      'delegatorCount',
      [
        [1, 0],
        [2, 0],
        [3, 1],
        [4, 1],
        [5, 0],
      ],
    ],
    [
      'delegatorWeight',
      [
        [1, 0],
        [2, 0],
        [3, 7],
        [4, 7],
        [5, 0],
      ],
    ],
  ])('%s has a value for each day, and a day without blocks repeats the day before', async (metric, expected) => {
    expect((await ask(metric)).slice(1)).toEqual(expected);
  });
  test('today equals the recorded node’s validators after the last block', async () => {
    const { recorded } = await world;
    const { validatorDetails: own, delegatorDetails: others } = expectedNetworkDetails(
      recorded.recording,
      recorded.last,
      '',
    );
    const today = await Promise.all(
      NETWORK_METRICS.map(async (metric) => (await ask(metric, { subnetId: P_CHAIN }))[0]),
    );
    expect(today).toEqual([
      [0, others.delegatorCount],
      [0, Number(others.totalAmountStaked)],
      [0, own.validatorCount],
      [0, Number(own.totalAmountStaked)],
    ]);
  });
  test('a subnet has its own values, and 0 on days without validators', async () => {
    expect(await ask('validatorWeight', { subnetId: ID_L1 })).toEqual([
      [0, 0],
      [1, 5],
      [2, 0],
      [3, 11],
      [4, 11],
      [5, 0],
    ]);
    expect((await ask('validatorCount', { subnetId: NOTHING })).every(([, value]) => value === 0)).toBe(true);
  });
  test('the totals of an open day never override those written when it ended', async () => {
    const { today, table, ask: call } = await stakingWorld();
    const subnets = new Map([[PRIMARY_NETWORK, { ...NO_STAKES, validators: 777 }]]);
    for (const put of stakingDayItems(NETWORK, { time: today, subnets })) await table.write([{ put }]);
    const { body } = await call(handler, good);
    expect(daysIn(body, today)[0]).toEqual([0, 777]);
  });
  test('pages and ranges have each day once', async () => {
    const { today, ask: call } = await world;
    const all = await ask('validatorCount');
    const found: [number, number][] = [];
    for (let pageToken: string | undefined; ; ) {
      const query = { pageSize: '2', ...(pageToken ? { pageToken } : {}) };
      const { body } = await call(handler, { ...good, query });
      found.push(...daysIn(body, today));
      if (typeof body.nextPageToken !== 'string') break;
      pageToken = body.nextPageToken;
    }
    expect(found).toEqual(all);
    const range = { startTimestamp: String(today - 4 * 86_400), endTimestamp: String(today - 86_400) };
    expect(await ask('validatorCount', range)).toEqual(all.slice(2, 5));
  });
  refusesOfNetwork(handler, good, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${NETWORK_METRICS.join(', ')}`],
    ...badIds('subnetId', 'a subnet ID', 'query'),
    badQuery('pageSize', '2161', 'must be a whole number from 1 to 2160'),
  ]);
});
