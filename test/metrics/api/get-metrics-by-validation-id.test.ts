import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { handler } from '../../../lambdas/metrics/api/get-metrics-by-validation-id';
import { L1_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { badIds } from '../../support/endpoints/primary-network';
import { countsFees, refusesOfL1 } from '../../support/metrics/l1-endpoint';
import { TWO } from '../../support/metrics/staking-world';

describe('getMetricsByValidationId', () => {
  countsFees(
    handler,
    { l1ValidationId: toCb58(TWO) },
    {
      ...{ daily: 'validationFeesDaily', cumulative: 'validationCumulativeFeesDaily' },
      fees: [0, 5, 0, 0, 2, 0],
    },
  );
  refusesOfL1(handler, { params: { ...{ l1ValidationId: toCb58(TWO) }, metric: L1_METRICS.validation[0] } }, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${L1_METRICS.validation.join(', ')}`],
    ...badIds('l1ValidationId', 'a validation ID', 'params'),
  ]);
});
