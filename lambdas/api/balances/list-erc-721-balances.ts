import { listErc721Balances } from '../../contract/endpoints/balances';
import { implement } from '../../http/implement';
import { nativeBalance } from '../shared/native-balance';
import { nftPage } from '../shared/nft-page';
import { NO_PRICES } from '../shared/prices';
import { erc721BalanceView } from '../views/holding';

export const handler = implement(listErc721Balances, async (request) => {
  const { deps, params, query } = request;
  const { chain, at, holdings, tokens, nfts, ...more } = await nftPage(request, (chainId) => [
    deps.Erc721Holding.ofAddress(chainId, params.address, query.contractAddress),
  ]);
  return {
    nativeTokenBalance: await nativeBalance(deps, chain, params.address, at, NO_PRICES),
    erc721TokenBalances: holdings.map((one) => erc721BalanceView(chain.chainId, one, tokens, nfts)),
    ...more,
  };
});
