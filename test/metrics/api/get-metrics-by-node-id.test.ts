import { handler } from '../../../lambdas/metrics/api/get-metrics-by-node-id';
import { L1_METRICS } from '../../../lambdas/metrics/contract/schemas';
import { nodeIdText } from '../../../lambdas/pchain/domain/node-id';
import { countsFees, refusesOfL1 } from '../../support/metrics/l1-endpoint';
import { NODE } from '../../support/metrics/staking-world';

describe('getMetricsByNodeId', () => {
  countsFees(
    handler,
    { nodeId: nodeIdText(NODE) },
    {
      ...{ daily: 'perNodeDailyFeesPaid', cumulative: 'perNodeCumulativeFeesPaid' },
      fees: [0, 105, 0, 30, 3, 0],
    },
  );
  refusesOfL1(handler, { params: { ...{ nodeId: nodeIdText(NODE) }, metric: L1_METRICS.node[0] } }, [
    ['an unknown metric', { params: { metric: 'x' } }, `metric: must be one of ${L1_METRICS.node.join(', ')}`],
    [
      'a malformed node id',
      { params: { nodeId: 'x' } },
      'nodeId: must be a node ID: NodeID- and base58 with a checksum',
    ],
  ]);
});
