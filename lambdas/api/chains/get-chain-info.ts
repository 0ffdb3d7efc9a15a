import { getChainInfo } from '../../contract/endpoints/chains';
import { chainOf } from '../../http/served-chain';
import { implement } from '../implement/evm';
import { isChainUp } from '../shared/chain-status';
import { chainView } from '../views/chain';

export const handler = implement(getChainInfo, async ({ params, deps }) => {
  const chain = chainOf(deps.chains, params.chainId);
  return chainView(chain, await isChainUp(deps, chain, await deps.Cursor.find(chain.chainId)));
});
