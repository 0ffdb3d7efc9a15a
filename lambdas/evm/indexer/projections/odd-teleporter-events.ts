import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsOfChain } from '../../../core/aws/chain-metrics';
import { METRIC } from '../../../core/contract/metrics';
import type { TeleporterEvents } from '../../teleporter/domain/decode';

/** Logs that are named in one line. */
const MAX_NAMED = 10;

/**
 * Counts and logs what a chain's messengers log and a messenger never would: a message whose id is another's, or data
 * that is not the event's. Either the chain's `blockchainId` is wrong, or another contract is at the messenger's address.
 */
export function countOddEvents(chainId: string, blocks: readonly TeleporterEvents[]): void {
  const getName = ({ txHash, logIndex }: { readonly txHash: string; readonly logIndex: number }) =>
    `${txHash} log ${logIndex}`;
  for (const [metric, message, odd] of [
    [METRIC.teleporterMismatches, 'messages whose id is not theirs', blocks.flatMap(({ mismatched }) => mismatched)],
    [METRIC.teleporterUnreadable, 'unreadable logs of a messenger', blocks.flatMap(({ unreadable }) => unreadable)],
  ] as const) {
    if (odd.length === 0) continue;
    console.warn({ chainId, message, count: odd.length, logs: odd.slice(0, MAX_NAMED).map(getName) });
    const metrics = metricsOfChain(chainId);
    metrics.addMetric(metric, MetricUnit.Count, odd.length);
    metrics.publishStoredMetrics();
  }
}
