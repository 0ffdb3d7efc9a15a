import { listMetricsChains } from '../contract/endpoints';
import { metricsChainView } from '../views/metrics-chain';
import { implement } from './implement';

export const handler = implement(listMetricsChains, async ({ query, deps }) => {
  const network = query.network === 'fuji' ? 'testnet' : query.network;
  const chains = deps.chains.filter((chain) => chain.index && chain.network === (network ?? chain.network));
  const ids = await Promise.all(chains.map(({ chainId }) => deps.BlockchainIdOfChain.find(chainId)));
  return { chains: chains.map((chain, i) => metricsChainView(chain, ids[i])) };
});
