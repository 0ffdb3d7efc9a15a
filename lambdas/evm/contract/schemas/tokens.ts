import * as z from 'zod';
import {
  address,
  decimal,
  decimalsMissing,
  ercType,
  number,
  seconds,
  text,
  url,
} from '../../../core/contract/schemas/fields';
import { Money } from '../../../core/contract/schemas/money';

const erc20Fields = {
  address: address('The token contract.'),
  name: text('Name of the token; empty where the contract does not say.', 'Wrapped Ether'),
  symbol: text('Symbol of the token; empty where the contract does not say.', 'WETH'),
  decimals: number('Decimals of its amounts.', 18),
  decimalsMissing,
  logoUri: url('Logo of the token, where one is known.', 'https://example.com/logos/weth.svg').optional(),
  ercType: ercType('ERC-20'),
  price: Money.optional().meta({ description: 'Of one whole token.' }),
};
/** A fungible token. */
export const Erc20Token = z.object(erc20Fields).meta({ id: 'Erc20Token', description: 'A fungible token.' });
/** A fungible token. */
export type Erc20Token = z.infer<typeof Erc20Token>;

const TokenReputation = z.enum(['Malicious', 'Benign']).meta({
  id: 'TokenReputation',
  description: 'Benign: considered safe. Malicious: flagged for suspicious activity, spam or phishing.',
});

/** A fungible token with its reputation: the one field of these answers that may be null, and it is never absent. */
export const Erc20TokenV2 = z
  .object({
    ...erc20Fields,
    tokenReputation: TokenReputation.nullable().meta({ description: 'null: nothing is known of the token.' }),
  })
  .meta({ id: 'Erc20TokenV2', description: 'A fungible token with its reputation.' });
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
  metadataLastUpdatedTimestamp: seconds('When the metadata was read.').optional(),
  name: text('Name of the token.', 'Dragon #7').optional(),
  symbol: text('Symbol of the token.', 'DRGN').optional(),
  imageUri: url(
    'Its image: a link, or a data: URI.',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/7.png',
  ).optional(),
  description: text('What it is.', 'The seventh of ten dragons.').optional(),
  animationUri: url('Its animation or sound.', 'https://example.com/7.mp4').optional(),
  externalUrl: url('A page about it.', 'https://example.com/dragons/7').optional(),
  background: text('Background colour.', 'ffffff').optional(),
};
const Erc721TokenMetadata = z
  .object({
    ...metadataFields,
    attributes: text('Its attributes: JSON, as text.', '[{"trait_type":"Colour","value":"Green"}]').optional(),
  })
  .meta({ id: 'Erc721TokenMetadata', description: 'What is known of the metadata of an ERC-721 token.' });
const Erc1155TokenMetadata = z
  .object({
    ...metadataFields,
    decimals: number('Decimals of its amounts.', 0).optional(),
    properties: text('Its properties: JSON, as text.', '{"colour":"green"}').optional(),
  })
  .meta({ id: 'Erc1155TokenMetadata', description: 'What is known of the metadata of an ERC-1155 token.' });

const nftFields = {
  address: address('The collection.'),
  tokenId: decimal('Id of the token, as decimal text.', '7'),
  tokenUri: url('Where its metadata is, as the contract says it.', 'https://example.com/dragons/7.json'),
};
/** One token of an ERC-721 collection. */
export const Erc721Token = z
  .object({
    ...nftFields,
    name: text('Name of the collection; empty where the contract does not say.', 'Dragons'),
    symbol: text('Symbol of the collection; empty where the contract does not say.', 'DRGN'),
    ercType: ercType('ERC-721'),
    metadata: Erc721TokenMetadata,
    ownerAddress: address('Its owner, in the details of a token alone.').optional(),
  })
  .meta({ id: 'Erc721Token', description: 'One token of an ERC-721 collection.' });
/** One token of an ERC-721 collection. */
export type Erc721Token = z.infer<typeof Erc721Token>;

/** One token id of an ERC-1155 collection. */
export const Erc1155Token = z
  .object({ ...nftFields, ercType: ercType('ERC-1155'), metadata: Erc1155TokenMetadata })
  .meta({ id: 'Erc1155Token', description: 'One token of an ERC-1155 contract.' });
/** One token id of an ERC-1155 collection. */
export type Erc1155Token = z.infer<typeof Erc1155Token>;
