import { listErc1155Balances } from '../../contract/endpoints/balances';
import { erc1155BalanceView } from '../../views/holding';
import { implement } from '../implement';
import { nativeBalance } from '../shared/native-balance';
import { nftPage } from '../shared/nft-page';
import { DEFAULT_CURRENCY, getPrices } from '../shared/prices';

export const handler = implement(listErc1155Balances, async (request) => {
  const { deps, params, query } = request;
  const {
    chain,
    at,
    holdings,
    tokens: _tokens,
    nfts,
    ...more
  } = await nftPage(
    request,
    (chainId) => [deps.Erc1155Holding.ofAddress(chainId, params.address, query.contractAddress)],
    query.blockNumber,
  );
  const prices = await getPrices(deps, chain.chainId, DEFAULT_CURRENCY, ['native']);
  return {
    nativeTokenBalance: await nativeBalance(deps, chain, params.address, at, prices),
    erc1155TokenBalances: holdings.map((one) => erc1155BalanceView(chain.chainId, one, nfts)),
    ...more,
  };
});
