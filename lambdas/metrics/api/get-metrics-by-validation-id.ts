import { idIn } from '../../pchain/api/shared/ids';
import { getMetricsByValidationId } from '../contract/endpoints';
import { implement } from './implement';
import { l1Metrics } from './shared/l1-metrics';

export const handler = implement(getMetricsByValidationId, async ({ params, query, deps }) =>
  l1Metrics({
    deps,
    query,
    of: { kind: 'validation', id: idIn('l1ValidationId', params.l1ValidationId) },
    metric: params.metric,
  }),
);
