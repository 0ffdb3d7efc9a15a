import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsOfChain } from '../../../core/aws/chain-metrics';
import { METRIC } from '../../../core/contract/metrics';
import { log } from '../../../core/runtime/log';
import type { TeleporterEvents } from '../../teleporter/domain/decode';

const MAX_NAMED = 10;

/**
 * Real messengers never emit these: either `blockchainId` is wrong, or another contract is deployed
 * at the messenger's address.
 */
export function countOddEvents(chainId: string, blocks: readonly TeleporterEvents[]): void {
  const getName = ({ txHash, logIndex }: { readonly txHash: string; readonly logIndex: number }) =>
    `${txHash} log ${logIndex}`;
  for (const [metric, message, odd] of [
    [
      METRIC.teleporterMismatches,
      'message IDs do not match their messages',
      blocks.flatMap(({ mismatched }) => mismatched),
    ],
    [METRIC.teleporterUnreadable, 'messenger logs cannot be decoded', blocks.flatMap(({ unreadable }) => unreadable)],
  ] as const) {
    if (odd.length === 0) continue;
    log.warn(message, { chainId, count: odd.length, logs: odd.slice(0, MAX_NAMED).map(getName) });
    const metrics = metricsOfChain(chainId);
    metrics.addMetric(metric, MetricUnit.Count, odd.length);
    metrics.publishStoredMetrics();
  }
}
