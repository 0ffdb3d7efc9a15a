import { listErc721Balances } from '../../contract/endpoints/balances';
import { erc721BalanceView } from '../../views/holding';
import { implement } from '../implement';
import { nativeBalance } from '../shared/native-balance';
import { nftPage } from '../shared/nft-page';
import { DEFAULT_CURRENCY, getPrices } from '../shared/prices';

export const handler = implement(listErc721Balances, async (request) => {
  const { deps, params, query } = request;
  const { chain, at, holdings, tokens, nfts, ...more } = await nftPage(request, (chainId) => [
    deps.Erc721Holding.ofAddress(chainId, params.address, query.contractAddress),
  ]);
  const prices = await getPrices(deps, chain.chainId, DEFAULT_CURRENCY, ['native']);
  return {
    nativeTokenBalance: await nativeBalance(deps, chain, params.address, at, prices),
    erc721TokenBalances: holdings.map((one) => erc721BalanceView(chain.chainId, one, tokens, nfts)),
    ...more,
  };
});
