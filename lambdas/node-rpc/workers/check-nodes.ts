import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsForAlarms } from '../../core/aws/chain-metrics';
import { METRIC } from '../../core/contract/metrics';
import { getNetwork } from '../../core/contract/pchain-source';
import { NodeDown } from '../../core/node/errors';
import { log } from '../../core/runtime/log';
import { createDeps } from '../serving/deps';

const { heads } = createDeps();

/** `chainIds`: names of P-Chain sources. */
export async function handler({ chainIds }: { readonly chainIds: readonly string[] }): Promise<void> {
  await Promise.all(chainIds.map(check));
}

async function check(chainId: string): Promise<void> {
  const metrics = metricsForAlarms(chainId, 'node-rpc');
  try {
    await heads(getNetwork(chainId));
    metrics.addMetric(METRIC.down, MetricUnit.Count, 0);
  } catch (error) {
    metrics.addMetric(METRIC.down, MetricUnit.Count, 1);
    if (!(error instanceof NodeDown)) throw error;
    log.warn('node is down', { chainId, reason: error.message });
  } finally {
    metrics.publishStoredMetrics();
  }
}
