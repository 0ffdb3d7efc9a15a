import { handler } from '../../../lambdas/metrics/api/get-total-l1-validator-metrics';
import { L1_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { countsFees, refusesOfL1 } from '../../support/metrics/l1-endpoint';
import { daysIn, stakingWorld } from '../../support/metrics/staking-world';

describe('getTotalL1ValidatorMetrics', () => {
  countsFees(
    handler,
    {},
    {
      ...{ daily: 'totalValidatorFeesDaily', cumulative: 'totalCumulativeFeesDaily' },
      fees: [0, 105, 0, 30, 3],
    },
  );
  test('validators that pay are counted at the end of each day, and today', async () => {
    const { today, ask } = await stakingWorld();
    const { body } = await ask(handler, { params: { ...{}, metric: 'totalPayingValidatorsDaily' } });
    expect(daysIn(body, today).slice(1)).toEqual([
      [1, 1],
      [2, 0],
      [3, 2],
      [4, 2],
      [5, 0],
    ]);
  });
  refusesOfL1(handler, { params: { ...{}, metric: L1_METRICS.network[0] } }, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${L1_METRICS.network.join(', ')}`],
  ]);
});
