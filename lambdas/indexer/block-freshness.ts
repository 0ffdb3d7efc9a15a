import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { processBatch } from '../adapters/aws/batch';
import { BLOCK_EVENT, BlockEvent } from '../contract/events';
import { METRIC } from '../contract/metrics';

const Envelope = z.object({ 'detail-type': z.enum([BLOCK_EVENT.added, BLOCK_EVENT.removed]), detail: BlockEvent });

/** Measures how fresh blocks are when their event arrives, and counts removed blocks. The first consumer of the bus. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  processBatch(event, Envelope, { failure: 'measuring a block event failed' }, async (message, { attributes }) => {
    const { 'detail-type': type, detail } = message;
    const metrics = new Metrics({
      namespace: METRIC.namespace,
      serviceName: 'indexer',
      defaultDimensions: { chainId: detail.chainId },
    });
    const freshness = Math.max(0, Number(attributes.SentTimestamp) - detail.timestamp * 1_000);
    if (type === BLOCK_EVENT.removed) metrics.addMetric(METRIC.removedBlocks, MetricUnit.Count, 1);
    else metrics.addMetric(METRIC.freshness, MetricUnit.Milliseconds, freshness);
    metrics.publishStoredMetrics();
    console.info({ event: detail.id });
  });
