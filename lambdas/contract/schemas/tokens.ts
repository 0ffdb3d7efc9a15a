import * as z from 'zod';
import { Currency } from './params';

/** A price or a worth, where a price provider is set up. */
export const Money = z
  .object({ currencyCode: Currency.meta({ id: 'CurrencyCode' }), value: z.number() })
  .meta({ id: 'Money' });

const erc20Fields = {
  address: z.string().meta({ description: 'EIP-55 checksummed.' }),
  name: z.string(),
  symbol: z.string(),
  decimals: z.number(),
  logoUri: z.string().optional(),
  ercType: z.literal('ERC-20'),
  price: Money.optional().meta({ description: 'Of one whole token.' }),
};
/** A fungible token. */
export const Erc20Token = z.object(erc20Fields).meta({ id: 'Erc20Token' });
/** A fungible token. */
export type Erc20Token = z.infer<typeof Erc20Token>;

/** A fungible token with its reputation: the one field of these answers that may be null, and it is never absent. */
export const Erc20TokenV2 = z
  .object({
    ...erc20Fields,
    tokenReputation: z.enum(['Malicious', 'Benign']).nullable().meta({ description: 'null where nothing is known.' }),
  })
  .meta({ id: 'Erc20TokenV2' });
/** A fungible token with its reputation. */
export type Erc20TokenV2 = z.infer<typeof Erc20TokenV2>;

/**
 * The outcome of fetching an NFT's metadata. UNINDEXED: not tried yet. UNKNOWN: the answer has too many tokens to read
 * their records.
 */
export const NftTokenMetadataStatus = z
  .enum([
    'UNKNOWN',
    'MISSING_TOKEN',
    'INVALID_TOKEN_URI',
    'INVALID_TOKEN_URI_SCHEME',
    'UNREACHABLE_TOKEN_URI',
    'THROTTLED_TOKEN_URI',
    'METADATA_CONTENT_TOO_LARGE',
    'INVALID_METADATA',
    'INVALID_METADATA_JSON',
    'INDEXED',
    'UNINDEXED',
  ])
  .meta({
    id: 'NftTokenMetadataStatus',
    description:
      'UNINDEXED: not tried yet. MISSING_TOKEN: it was burned, or never made. UNKNOWN: an answer tells of 500 tokens at most. An answer with much metadata shows the status alone of those behind its first 1.5 MB.',
  });
/** How the fetching of an NFT's metadata ended. */
export type NftTokenMetadataStatus = z.infer<typeof NftTokenMetadataStatus>;

const metadataFields = {
  indexStatus: NftTokenMetadataStatus,
  metadataLastUpdatedTimestamp: z.number().optional().meta({ description: 'Unix seconds.' }),
  name: z.string().optional(),
  symbol: z.string().optional(),
  imageUri: z.string().optional(),
  description: z.string().optional(),
  animationUri: z.string().optional(),
  externalUrl: z.string().optional(),
  background: z.string().optional(),
};
const jsonText = z.string().optional().meta({ description: 'JSON, as text.' });
const Erc721TokenMetadata = z.object({ ...metadataFields, attributes: jsonText }).meta({ id: 'Erc721TokenMetadata' });
const Erc1155TokenMetadata = z
  .object({ ...metadataFields, decimals: z.number().optional(), properties: jsonText })
  .meta({ id: 'Erc1155TokenMetadata' });

const nftFields = {
  address: z.string().meta({ description: "The collection's, EIP-55 checksummed." }),
  tokenId: z.string(),
  tokenUri: z.string().meta({ description: 'As the contract answers it.' }),
};
/** One token of an ERC-721 collection. */
export const Erc721Token = z
  .object({
    ...nftFields,
    name: z.string(),
    symbol: z.string(),
    ercType: z.literal('ERC-721'),
    metadata: Erc721TokenMetadata,
    ownerAddress: z.string().optional(),
  })
  .meta({ id: 'Erc721Token' });
/** One token of an ERC-721 collection. */
export type Erc721Token = z.infer<typeof Erc721Token>;

/** One token id of an ERC-1155 collection. */
export const Erc1155Token = z
  .object({ ...nftFields, ercType: z.literal('ERC-1155'), metadata: Erc1155TokenMetadata })
  .meta({ id: 'Erc1155Token' });
/** One token id of an ERC-1155 collection. */
export type Erc1155Token = z.infer<typeof Erc1155Token>;
