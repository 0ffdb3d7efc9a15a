import { MetricUnit } from '@aws-lambda-powertools/metrics';
import { metricsForAlarms, metricsOfChain } from '../../../core/aws/chain-metrics';
import { METRIC } from '../../../core/contract/metrics';
import { log } from '../../../core/runtime/log';
import { gapItem } from '../../rows/gaps';
import type { Projection } from './projection';

/** Lists and counts blocks that the node did not serve completely, for an operator to retry. */
export const gaps = (chain: string): Projection => ({
  facts: ({ block: { number, hash }, missingReceipts, raw }) => {
    if (raw.refused !== undefined) return [gapItem(chain, { kind: 'blocks', number, hash, transactions: [] })];
    if (missingReceipts.length === 0) return [];
    return [gapItem(chain, { kind: 'receipts', number, hash, transactions: missingReceipts })];
  },
  async summarize(blocks) {
    const refused = blocks.filter(({ raw }) => raw.refused !== undefined).map(({ block }) => block.number);
    if (refused.length > 0) {
      log.error('blocks indexed without transactions: the node refuses to serve them', { chainId: chain, refused });
      const counted = metricsOfChain(chain);
      counted.addMetric(METRIC.refusedBlocks, MetricUnit.Count, refused.length);
      counted.publishStoredMetrics();
      // Shares the alarm of halted chains: both need an operator, and each alarm costs money.
      const alarm = metricsForAlarms(chain);
      alarm.addMetric(METRIC.halted, MetricUnit.Count, 1);
      alarm.publishStoredMetrics();
    }
    return { writes: [] };
  },
});
