import { getChain } from '../../../core/http/served-chain';
import { getChainInfo } from '../../contract/endpoints/chains';
import { chainView } from '../../views/chain';
import { implement } from '../implement';
import { isChainUp } from '../shared/chain-status';

export const handler = implement(getChainInfo, async ({ params, deps }) => {
  const chain = getChain(deps.chains, params.chainId);
  return chainView(chain, await isChainUp(deps, chain, await deps.Cursor.find(chain.chainId)));
});
