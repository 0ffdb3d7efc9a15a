import { getTokenDetails } from '../../contract/endpoints/nfts';
import { checksummed } from '../../views/address';
import { wholeNft } from '../../views/nft';
import { nftTokenView } from '../../views/token';
import { implement } from '../implement';
import { indexedChain } from '../shared/indexed-chain';
import { knownNft, tokenOnChain } from '../shared/one-nft';

export const handler = implement(getTokenDetails, async ({ params, deps }) => {
  const { chain } = await indexedChain(deps, params.chainId);
  const nft = { token: params.address, id: BigInt(params.tokenId) };
  const { tokens, found } = await knownNft(deps, chain.chainId, nft);
  const { record, owner } = await tokenOnChain(deps, chain.chainId, nft, tokens, found);
  const view = nftTokenView(record, tokens, { of: () => wholeNft(record) });
  return view.ercType === 'ERC-721' && owner ? { ...view, ownerAddress: checksummed(owner) } : view;
});
