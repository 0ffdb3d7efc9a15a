import { chainWithIndex } from '../../core/http/served-chain';
import { getMetricsChain } from '../contract/endpoints';
import { metricsChainView } from '../views/metrics-chain';
import { implement } from './implement';

export const handler = implement(getMetricsChain, async ({ params, deps }) => {
  const chain = chainWithIndex(deps.chains, params.chainId);
  return metricsChainView(chain, await deps.BlockchainIdOfChain.find(chain.chainId));
});
