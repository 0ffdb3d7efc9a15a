import { nodeIdIn } from '../../pchain/api/shared/ids';
import { getMetricsByNodeId } from '../contract/endpoints';
import { implement } from './implement';
import { l1Metrics } from './shared/l1-metrics';

export const handler = implement(getMetricsByNodeId, async ({ params, query, deps }) =>
  l1Metrics({ deps, query, of: { kind: 'node', id: nodeIdIn('nodeId', params.nodeId) }, metric: params.metric }),
);
