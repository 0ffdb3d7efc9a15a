import { getTotalL1ValidatorMetrics } from '../contract/endpoints';
import { implement } from './implement';
import { l1Metrics } from './shared/l1-metrics';

export const handler = implement(getTotalL1ValidatorMetrics, async ({ params, query, deps }) =>
  l1Metrics({ deps, query, of: { kind: 'network' }, metric: params.metric }),
);
