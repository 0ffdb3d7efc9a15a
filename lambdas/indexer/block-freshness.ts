import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { BLOCK_EVENT, BlockEvent } from '../contract/events';
import { METRIC } from '../contract/metrics';

const Envelope = z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent });

/** Measures how fresh blocks are when their event arrives, and counts the removed ones. The first consumer of the bus. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const { messageId, body, attributes } of Records) {
    try {
      const { 'detail-type': type, detail } = Envelope.parse(JSON.parse(body));
      const metrics = new Metrics({
        namespace: METRIC.namespace,
        serviceName: 'indexer',
        defaultDimensions: { chainId: detail.chainId },
      });
      if (type === BLOCK_EVENT.removed) metrics.addMetric(METRIC.removedBlocks, MetricUnit.Count, 1);
      else
        metrics.addMetric(
          METRIC.freshness,
          MetricUnit.Milliseconds,
          Math.max(0, Number(attributes.SentTimestamp) - detail.timestamp * 1_000),
        );
      metrics.publishStoredMetrics();
      console.info({ event: detail.id });
    } catch (error) {
      console.error({ message: 'not a block event', messageId, error: String(error) });
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
