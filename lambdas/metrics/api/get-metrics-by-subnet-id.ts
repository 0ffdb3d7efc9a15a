import { idIn } from '../../pchain/api/shared/ids';
import { getMetricsBySubnetId } from '../contract/endpoints';
import { implement } from './implement';
import { l1Metrics } from './shared/l1-metrics';

export const handler = implement(getMetricsBySubnetId, async ({ params, query, deps }) =>
  l1Metrics({ deps, query, of: { kind: 'subnet', id: idIn('subnetId', params.subnetId) }, metric: params.metric }),
);
