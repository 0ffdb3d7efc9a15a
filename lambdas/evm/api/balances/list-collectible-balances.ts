import { listCollectibleBalances } from '../../contract/endpoints/balances';
import { erc721BalanceView, erc1155BalanceView } from '../../views/holding';
import { implement } from '../implement';
import { nftPage } from '../shared/nft-page';

export const handler = implement(listCollectibleBalances, async (request) => {
  const { deps, params, query } = request;
  const { chain, holdings, tokens, nfts, nextPageToken } = await nftPage(request, (chainId) =>
    [deps.Erc721Holding, deps.Erc1155Holding].map((reader) =>
      reader.ofAddress(chainId, params.address, query.contractAddress),
    ),
  );
  const collectibleBalances = holdings.map((one) =>
    one.kind === 'erc721'
      ? erc721BalanceView(chain.chainId, one, tokens, nfts)
      : erc1155BalanceView(chain.chainId, one, nfts),
  );
  return { collectibleBalances, ...(nextPageToken ? { nextPageToken } : {}) };
});
