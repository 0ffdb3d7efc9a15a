import type { Config } from '../../lambdas/contract/config';
import type { BlockRange } from '../../lambdas/domain/chain/block-range';

/** The rate at which the samples of an estimate are read where the configuration does not say another one. */
const CALLS_PER_SECOND = 100;

/**
 * What a backfill of this range will take, as sentences; why there is no estimate, if the node does not answer from
 * here. Called once the service is open. `chain`: its configuration, if it is at hand.
 */
export async function estimateLines(
  chainId: string,
  range: BlockRange,
  chain: Config['chains'][number] | undefined,
): Promise<string[]> {
  const [{ openBlocks }, { openRpc }, { sourceUrl }, estimates, { openHistoryCost }, { evmSource }] = await Promise.all(
    [
      import('../../lambdas/adapters/evm/blocks'),
      import('../../lambdas/adapters/node/rpc'),
      import('../../lambdas/adapters/node/sources'),
      import('../../lambdas/indexer/chain/history-estimate'),
      import('../../lambdas/indexer/evm/history-cost'),
      import('../../lambdas/indexer/evm/source'),
    ],
  );
  try {
    const rpc = openRpc(await sourceUrl(chainId), { callsPerSecond: chain?.callsPerSecond ?? CALLS_PER_SECOND });
    const cost = openHistoryCost({ traces: chain?.traces ?? true, historyTraces: chain?.historyTraces ?? false });
    return await estimates
      .estimateHistory(evmSource(openBlocks(rpc), chainId), { cost }, range)
      .then(estimates.describeEstimate)
      .finally(() => rpc.close());
  } catch (error) {
    return [`No estimate: ${error instanceof Error ? error.message : error}.`];
  }
}
