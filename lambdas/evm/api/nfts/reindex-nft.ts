import { msSince } from '../../../core/domain/stored-time';
import { reindexNft } from '../../contract/endpoints/nfts';
import type { SeenNfts } from '../../contract/messages';
import { implement } from '../implement';
import { indexedChain } from '../shared/indexed-chain';
import { knownNft, tokenOnChain } from '../shared/one-nft';

const MIN_INTERVAL_SECONDS = 60; // earlier requests are no-ops

export const handler = implement(reindexNft, async ({ params, deps }) => {
  const { chain } = await indexedChain(deps, params.chainId);
  const { chainId } = chain;
  const nft = { token: params.address, id: BigInt(params.tokenId) };
  const { tokens, found } = await knownNft(deps, chainId, nft);
  if (msSince(1_000 * (found?.readAt ?? 0), deps.now()) < 1_000 * MIN_INTERVAL_SECONDS) return {};
  const { kind } = found ?? (await tokenOnChain(deps, chainId, nft, tokens, undefined)).record;
  const message: SeenNfts = { chainId, token: nft.token, kind, ids: [params.tokenId], create: true };
  await deps.queue.send([message]);
  return {};
});
