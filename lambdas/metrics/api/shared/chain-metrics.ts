import type { Cursor } from '../../../chain/domain/cursor';
import type { Chain } from '../../../core/contract/config';
import { ApiError } from '../../../core/contract/errors';
import { chainWithIndex } from '../../../core/http/served-chain';
import type { MetricsOfChain } from '../../../evm/metrics/reading';
import type { Deps } from '../implement';

export type MetricsDeps = Deps<{ reads: ['Cursor', 'MetricsRow']; raw: ['get']; traces: ['get']; states: ['get'] }>;

/** undefined before the first block. */
export async function findMetrics(
  { Cursor, MetricsRow, raw, traces, states }: MetricsDeps,
  chain: Chain,
): Promise<MetricsOfChain | undefined> {
  const cursor: Cursor | undefined = await Cursor.find(chain.chainId);
  return cursor && MetricsRow.ofChain({ chain, cursor, sets: states, raw: raw(chain.chainId), traces });
}

/** Throws 404 if the chain has no index, and 503 before its first block. */
export async function metricsOfChain(deps: MetricsDeps, chainId: string): Promise<MetricsOfChain> {
  const chain = chainWithIndex(deps.chains, chainId);
  const metrics = await findMetrics(deps, chain);
  if (!metrics) throw new ApiError(503, `the blocks of chain ${chain.chainId} are not counted yet; try again`);
  return metrics;
}
