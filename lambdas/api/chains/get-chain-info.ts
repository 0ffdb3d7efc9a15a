import { getChainInfo } from '../../contract/endpoints/chains';
import { implement } from '../../http/implement';
import { isChainUp } from '../shared/chain-status';
import { chainOf } from '../shared/indexed-chain';
import { chainView } from '../views/chain';

export const handler = implement(getChainInfo, async ({ params, deps }) => {
  const chain = chainOf(deps.chains, params.chainId);
  return chainView(chain, await isChainUp(deps, chain, await deps.Cursor.find(chain.chainId)));
});
