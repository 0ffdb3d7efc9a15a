import type { Cursor } from '../../../chain/domain/cursor';
import type { Chain } from '../../../core/contract/config';
import { ApiError, notFound } from '../../../core/contract/errors';
import type { Interval } from '../../../core/contract/intervals';
import { chainWithIndex } from '../../../core/http/served-chain';
import type { MetricsOfChain } from '../../../evm/metrics/reading';
import { type ChainGroup, isChainGroup } from '../../contract/schemas';
import type { Deps } from '../implement';

export type MetricsDeps = Deps<{ reads: ['Cursor', 'MetricsRow']; raw: ['get']; traces: ['get']; states: ['get'] }>;

export interface CountedChain {
  readonly chainId: string;
  readonly metrics: MetricsOfChain;
}

/** undefined before the first block. */
export async function findMetrics(
  { Cursor, MetricsRow, raw, traces, states }: MetricsDeps,
  chain: Chain,
): Promise<MetricsOfChain | undefined> {
  const cursor: Cursor | undefined = await Cursor.find(chain.chainId);
  return cursor && MetricsRow.ofChain({ chain, cursor, sets: states, raw: raw(chain.chainId), traces });
}

/** The indexed chains of a network; of all networks without one. */
export function indexedChains(chains: readonly Chain[], network: ChainGroup | 'fuji' | undefined): Chain[] {
  const name = network === 'fuji' ? 'testnet' : network;
  return chains.filter((chain) => chain.index && (name === undefined || name === 'total' || chain.network === name));
}

/**
 * Resolves a chain id or group name to its chains with metrics. Throws 404 if none of them is indexed, and 503 until a
 * block is counted.
 */
export async function countedChains(deps: MetricsDeps, id: string): Promise<CountedChain[]> {
  const chains = isChainGroup(id) ? indexedChains(deps.chains, id) : [chainWithIndex(deps.chains, id)];
  if (chains.length === 0) throw notFound(`an index of a ${id} chain`);
  const found = chains.map(async (chain): Promise<CountedChain[]> => {
    const metrics = await findMetrics(deps, chain);
    return metrics ? [{ chainId: chain.chainId, metrics }] : [];
  });
  const counted = (await Promise.all(found)).flat();
  if (counted.length === 0)
    throw new ApiError(503, `no block of ${isChainGroup(id) ? id : `chain ${id}`} is counted yet; try again`);
  return counted;
}

/** The first and the last interval of the chains together; none in which one of them has uncounted blocks. */
export function boundsOfAll(interval: Interval, chains: readonly Pick<CountedChain, 'metrics'>[]) {
  const known = chains
    .map(({ metrics }) => ({ ...metrics.bounds(interval), isWhole: metrics.whole === 0 }))
    .filter(({ last }) => last >= 0);
  if (known.length === 0) return { first: 0, last: -1 };
  const partly = known.filter(({ isWhole }) => !isWhole);
  return {
    first: Math.max(Math.min(...known.map(({ first }) => first)), ...partly.map(({ first }) => first)),
    last: Math.max(...known.map(({ last }) => last)),
  };
}
