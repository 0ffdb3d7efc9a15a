import type { Cursor } from '../../../chain/domain/cursor';
import type { Chain } from '../../../core/contract/config';
import { ApiError } from '../../../core/contract/errors';
import type { Interval } from '../../../core/contract/intervals';
import { intervalAt } from '../../../core/domain/intervals';
import { chainWithIndex } from '../../../core/http/served-chain';
import type { ChainMetrics } from '../../../evm/metrics/reading';
import { type ChainGroup, isChainGroup } from '../../contract/schemas';
import type { Deps } from '../implement';

export type MetricsDeps = Deps<{ reads: ['Cursor', 'MetricsRow']; raw: ['get']; traces: ['get']; states: ['get'] }>;

export interface CountedChain {
  readonly chainId: string;
  readonly metrics: ChainMetrics;
}

/** The indexed chains of a network; of all networks without one. */
export function indexedChains(chains: readonly Chain[], network: ChainGroup | 'fuji' | undefined): Chain[] {
  const name = network === 'fuji' ? 'testnet' : network;
  return chains.filter((chain) => chain.index && (name === undefined || name === 'total' || chain.network === name));
}

/** Throws 503 before the first block is counted. */
export async function requireMetrics(
  { Cursor, MetricsRow, raw, traces, states, now }: MetricsDeps,
  chain: Chain,
): Promise<ChainMetrics> {
  const { chainId } = chain;
  const cursor: Cursor | undefined = await Cursor.find(chainId);
  const given = { chain, now: now(), sets: states, raw: raw(chainId), traces };
  const metrics = cursor && (await MetricsRow.getForChain({ ...given, cursor }));
  if (!metrics) throw new ApiError(503, `metrics of chain ${chainId} are not available yet; try again`);
  return metrics;
}

/** Resolves a chain id or group name to its chains. Throws 404 if none of them is indexed, and as `requireMetrics`. */
export async function countedChains(deps: MetricsDeps, id: string): Promise<CountedChain[]> {
  const chains = isChainGroup(id) ? indexedChains(deps.chains, id) : [chainWithIndex(deps.chains, id)];
  if (chains.length === 0)
    throw new ApiError(404, `no ${id === 'total' ? '' : `${id} `}chain is indexed on this deployment`);
  return Promise.all(
    chains.map(async (chain) => ({ chainId: chain.chainId, metrics: await requireMetrics(deps, chain) })),
  );
}

/**
 * The first and the last interval of the chains together. Ends where the chain that lags most is counted to. `getUntil`:
 * how far a metric of a chain is known.
 */
export function getCommonBounds(
  interval: Interval,
  chains: readonly Pick<CountedChain, 'metrics'>[],
  getUntil = ({ until }: ChainMetrics): number => until,
) {
  const all = chains.map(({ metrics }) => ({
    ...metrics.bounds(interval),
    whole: metrics.whole,
    until: intervalAt(interval, getUntil(metrics)),
  }));
  const known = all.filter(({ last }) => last >= 0);
  if (known.length === 0 || all.some(({ whole }) => whole === Number.POSITIVE_INFINITY)) return { first: 0, last: -1 };
  const partly = known.filter(({ whole }) => whole > 0);
  return {
    first: Math.max(Math.min(...known.map(({ first }) => first)), ...partly.map(({ first }) => first)),
    last: Math.min(Math.max(...known.map(({ last }) => last)), ...all.map(({ until }) => until)),
  };
}
