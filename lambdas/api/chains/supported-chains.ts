import { supportedChains } from '../../contract/endpoints/chains';
import { implement } from '../../http/implement';
import { chainView } from '../views/chain';

export const handler = implement(supportedChains, async ({ query, deps }) => {
  const network = query.network === 'fuji' ? 'testnet' : query.network;
  const chosen = deps.chains.filter((chain) => network === undefined || chain.network === network);
  const cursors = await deps.Cursor.all(chosen.map((chain) => chain.chainId));
  const views = chosen.map((chain) => chainView(chain, cursors.get(chain.chainId), deps.now()));
  const { feature } = query;
  return { chains: feature ? views.filter((view) => view.enabledFeatures?.includes(feature)) : views };
});
