import type { BlockRange } from '../../lambdas/chain/domain/block-range';
import { MAX_TABLE_UNITS } from '../../lambdas/chain/follower/pace';
import type { Config } from '../../lambdas/core/contract/config';
import { DEPLOYED } from '../../lib/chain-defaults';
import { duration } from '../../site/shared/format';
import { createNode } from './node';

/** One sentence a line; only the reason if the node is not reachable. Call it after the service is open. */
export async function estimateLines(
  chainId: string,
  range: BlockRange,
  chain: Config['chains'][number] | undefined,
): Promise<string[]> {
  const [{ createBlocks }, estimates, { createHistoryCost }, { evmSource }] = await Promise.all([
    import('../../lambdas/evm/node/blocks'),
    import('../../lambdas/chain/backfill/history-estimate'),
    import('../../lambdas/evm/indexer/history-cost'),
    import('../../lambdas/evm/indexer/source'),
  ]);
  try {
    const rpc = await createNode(chainId, chain);
    const cost = createHistoryCost({ traces: chain?.traces ?? true, historyTraces: chain?.historyTraces ?? false });
    return await estimates
      .estimateHistory(evmSource(createBlocks(rpc), chainId), { cost }, range)
      .then((estimate) => [...estimates.describeEstimate(estimate), ...toDuration(estimate.writeUnits, chain)])
      .finally(() => rpc.close());
  } catch (error) {
    return [`No estimate: ${error instanceof Error ? error.message : error}.`];
  }
}

/** Empty if the configured write rate is not the limit. */
function toDuration(writeUnits: number, chain: Config['chains'][number] | undefined): string[] {
  const rate = chain?.backfillWriteUnitsPerSecond ?? DEPLOYED.backfillWriteUnitsPerSecond;
  if (chain === undefined || rate > MAX_TABLE_UNITS) return [];
  return [
    `At ${rate.toLocaleString('en-US')} write units a second (backfillWriteUnitsPerSecond), it takes at least ${duration(Math.ceil(writeUnits / rate))}.`,
  ];
}
