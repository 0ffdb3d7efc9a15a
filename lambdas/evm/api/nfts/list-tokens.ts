import { listTokens } from '../../contract/endpoints/nfts';
import { listedRecords } from '../../views/nft';
import { nftTokenView } from '../../views/token';
import { implement } from '../implement';
import { indexedChain } from '../shared/indexed-chain';

export const handler = implement(listTokens, async ({ params, page, deps }) => {
  const { chain, head } = await indexedChain(deps, params.chainId);
  const list = deps.Nft.ofCollection(chain.chainId, params.address);
  const [{ values, next }, tokens] = await Promise.all([
    deps.page([list], { ...page, ascending: true, keep: ({ status }) => status !== 'MISSING_TOKEN' }),
    deps.Token.find(chain.chainId, [params.address]),
  ]);
  const nfts = listedRecords(values);
  return { tokens: values.map((one) => nftTokenView(one, tokens, nfts)), ...page.token(next, head) };
});
