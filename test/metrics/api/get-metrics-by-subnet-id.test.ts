import { handler } from '../../../lambdas/metrics/api/get-metrics-by-subnet-id';
import { L1_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { badIds } from '../../support/endpoints/primary-network';
import { countsFees, refusesOfL1 } from '../../support/metrics/l1-endpoint';
import { daysIn, ID_L1, stakingWorld } from '../../support/metrics/staking-world';

describe('getMetricsBySubnetId', () => {
  countsFees(
    handler,
    { subnetId: ID_L1 },
    {
      ...{ daily: 'perSubnetDailyFeesPaid', cumulative: 'perSubnetCumulativeFeesPaid' },
      fees: [0, 100, 0, 30, 1, 0],
    },
  );
  test('fee-paying validators are counted at the end of each day, and today', async () => {
    const { today, ask } = await stakingWorld();
    const { body } = await ask(handler, { params: { subnetId: ID_L1, metric: 'perSubnetPayingValidators' } });
    expect(daysIn(body, today)).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 2],
      [4, 2],
      [5, 0],
    ]);
  });
  refusesOfL1(handler, { params: { subnetId: ID_L1, metric: L1_METRICS.subnet[0] } }, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${L1_METRICS.subnet.join(', ')}`],
    ...badIds('subnetId', 'a subnet ID', 'params'),
  ]);
});
