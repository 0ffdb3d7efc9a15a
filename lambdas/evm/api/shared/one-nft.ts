import { notFound } from '../../../core/contract/errors';
import { NodeError } from '../../../core/node/errors';
import { readNft } from '../../node/nft';
import type { NftRecord, NftRef } from '../../tokens/rows/nft-item';
import { nftName } from '../../tokens/rows/nft-item';
import type { Tokens } from '../../views/token';
import type { Deps } from '../implement';
import { contractMetadata } from './contract-metadata';
import { readTokenRecords } from './token-records';

export async function knownNft(deps: Deps<{ reads: ['Token', 'Nft'] }>, chain: string, nft: NftRef) {
  const { tokens, records } = await readTokenRecords(deps, chain, [{ kind: 'erc721', ...nft }]);
  return { tokens, found: records.get(nftName(nft)) };
}

/**
 * A token without a row is read from its contract: 404 without an owner or if not ERC-721. Throws
 * NodeError only for a token without a row; one with a row is returned without its owner.
 */
export async function tokenOnChain(
  deps: Deps<{ node: true }>,
  chain: string,
  nft: NftRef,
  tokens: Tokens,
  found: NftRecord | undefined,
): Promise<{ record: NftRecord; owner?: string }> {
  const unknown = notFound(`token ${nft.id} of collection ${nft.token} on chain ${chain}`);
  if (found?.kind === 'erc1155') return { record: found };
  if (!found && (await contractMetadata(deps, chain, nft.token, tokens)).ercType !== 'ERC-721') throw unknown;
  const batch = (calls: Parameters<typeof deps.node.batch>[1]) => deps.node.batch(chain, calls);
  const { owner, tokenUri } = await readNft({ batch }, nft.token, nft.id, 'erc721').catch((error: unknown) => {
    if (error instanceof NodeError && found) return { owner: undefined, tokenUri: undefined };
    throw error;
  });
  if (!found && owner === undefined) throw unknown;
  const uri = tokenUri === undefined ? {} : { tokenUri };
  return {
    record: found ?? { ...nft, kind: 'erc721', status: 'UNINDEXED', ...uri },
    ...(owner === undefined ? {} : { owner }),
  };
}
