import { listErc1155Balances } from '../../contract/endpoints/balances';
import { implement } from '../../http/implement';
import { nativeBalance } from '../shared/native-balance';
import { nftPage } from '../shared/nft-page';
import { NO_PRICES } from '../shared/prices';
import { erc1155BalanceView } from '../views/holding';

export const handler = implement(listErc1155Balances, async (asked) => {
  const { deps, params, query } = asked;
  const {
    chain,
    at,
    held,
    tokens: _tokens,
    nfts,
    ...more
  } = await nftPage(
    asked,
    (chainId) => [deps.Erc1155Holding.ofAddress(chainId, params.address, query.contractAddress)],
    query.blockNumber,
  );
  return {
    nativeTokenBalance: await nativeBalance(deps, chain, params.address, at, NO_PRICES),
    erc1155TokenBalances: held.map((one) => erc1155BalanceView(chain.chainId, one, nfts)),
    ...more,
  };
});
