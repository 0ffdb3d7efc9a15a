import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { NodeDown } from '../adapters/node/errors';
import { METRIC } from '../contract/metrics';
import { networkOf } from '../contract/node-rpc/networks';
import { openDeps } from './deps';

const { heads } = openDeps();

/** Asks the node of one P-chain, and counts whether it answers. `chainId`: the name of its source. */
export async function handler({ chainId }: { readonly chainId: string }): Promise<void> {
  const metrics = new Metrics({
    namespace: METRIC.namespace,
    serviceName: 'node-rpc',
    defaultDimensions: { chainId },
  });
  try {
    await heads(networkOf(chainId));
    metrics.addMetric(METRIC.down, MetricUnit.Count, 0);
  } catch (error) {
    if (!(error instanceof NodeDown)) throw error;
    metrics.addMetric(METRIC.down, MetricUnit.Count, 1);
    console.warn({ chainId, message: error.message });
  } finally {
    metrics.publishStoredMetrics();
  }
}
