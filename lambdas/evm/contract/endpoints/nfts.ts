import * as z from 'zod';
import { endpoint } from '../../../core/contract/endpoint';
import { READ_UNITS } from '../../../core/contract/read-units';
import { Empty } from '../../../core/contract/schemas/fields';
import { Address, ChainId, Paging, TokenId } from '../../../core/contract/schemas/params';
import { ListNftTokens, NftToken } from '../schemas/nfts';

const ofCollection = { access: 'anyone', tag: 'NFTs', readUnits: READ_UNITS.few, query: z.object({}) } as const;
const collection = { chainId: ChainId, address: Address };

export const listTokens = endpoint({
  ...ofCollection,
  method: 'GET',
  id: 'listTokens',
  readUnits: READ_UNITS.page,
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens',
  summary: 'List the tokens of a collection, by id',
  description:
    'Tokens with a transfer in an indexed block, and tokens indexed on request. Burned tokens are omitted. Owners, and metadata fields longer than 2,048 characters, are only in the details of a token.',
  weight: 20,
  uses: { reads: ['Cursor', 'Token', 'Nft'] },
  params: z.object(collection),
  query: z.object({ ...Paging }),
  response: ListNftTokens,
});

export const getTokenDetails = endpoint({
  ...ofCollection,
  method: 'GET',
  id: 'getTokenDetails',
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}',
  summary: 'Get the details of a token of a collection',
  description:
    "The owner of an ERC-721 token is read from the chain's node, and omitted while the node is down. A token that is not indexed is read from its contract.",
  weight: 20,
  uses: { reads: ['Cursor', 'Token', 'Nft'], node: true },
  params: z.object({ ...collection, tokenId: TokenId }),
  response: NftToken,
});

export const reindexNft = endpoint({
  ...ofCollection,
  method: 'POST',
  id: 'reindexNft',
  path: '/v1/chains/{chainId}/nfts/collections/{address}/tokens/{tokenId}:reindex',
  summary: 'Refresh the metadata of a token',
  description:
    'Asynchronous: metadataLastUpdatedTimestamp of the token shows when it was last read. A token that was read within the last minute is not read again. A token that is not indexed is added if its contract reports that it exists.',
  weight: 10,
  success: 201,
  uses: { reads: ['Cursor', 'Token', 'Nft'], node: true, queue: 'nfts' },
  params: z.object({ ...collection, tokenId: TokenId }),
  response: Empty,
});
