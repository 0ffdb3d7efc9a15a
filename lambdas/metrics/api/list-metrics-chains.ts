import { listMetricsChains } from '../contract/endpoints';
import { metricsChainView } from '../views/metrics-chain';
import { implement } from './implement';
import { indexedChains } from './shared/chain-metrics';

export const handler = implement(listMetricsChains, async ({ query, deps }) => {
  const chains = indexedChains(deps.chains, query.network);
  const ids = await Promise.all(chains.map(({ chainId }) => deps.BlockchainIdOfChain.find(chainId)));
  return { chains: chains.map((chain, i) => metricsChainView(chain, ids[i])) };
});
