import { supportedChains } from '../../contract/endpoints/chains';
import { chainView, getFeatures } from '../../views/chain';
import { implement } from '../implement';
import { isChainUp } from '../shared/chain-status';

export const handler = implement(supportedChains, async ({ query, deps }) => {
  const { feature } = query;
  const network = query.network === 'fuji' ? 'testnet' : query.network;
  const chosen = deps.chains.filter(
    (chain) =>
      (network === undefined || network === chain.network) && (!feature || getFeatures(chain).includes(feature)),
  );
  const cursors = await deps.Cursor.all(chosen.map((chain) => chain.chainId));
  const views = chosen.map(async (chain) => chainView(chain, await isChainUp(deps, chain, cursors.get(chain.chainId))));
  return { chains: await Promise.all(views) };
});
