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
  name: text('Name of the token; empty if the contract does not report one.', 'Wrapped Ether'),
  symbol: text('Symbol of the token; empty if the contract does not report one.', 'WETH'),
  decimals: number('Decimals of the token.', 18),
  decimalsMissing,
  logoUri: url('Logo of the token, if known.', 'https://example.com/logos/weth.svg').optional(),
  ercType: ercType('ERC-20'),
  price: Money.optional().meta({ description: 'Price of one whole token.' }),
};
export const Erc20Token = z.object(erc20Fields).meta({ id: 'Erc20Token', description: 'A fungible token.' });
export type Erc20Token = z.infer<typeof Erc20Token>;

const TokenReputation = z.enum(['Malicious', 'Benign']).meta({
  id: 'TokenReputation',
  description: 'Benign: considered safe. Malicious: flagged for suspicious activity, spam or phishing.',
});

/** null, never absent, if unknown: an exception to the rule for fields without a value. */
export const Erc20TokenV2 = z
  .object({
    ...erc20Fields,
    tokenReputation: TokenReputation.nullable().meta({ description: 'null: unknown.' }),
  })
  .meta({ id: 'Erc20TokenV2', description: 'A fungible token with its reputation.' });
export type Erc20TokenV2 = z.infer<typeof Erc20TokenV2>;

/** UNINDEXED: not tried yet. UNKNOWN: the response has too many tokens to look up. */
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
      'Outcome of fetching the metadata. UNINDEXED: not tried yet. MISSING_TOKEN: burned or never minted. UNKNOWN: a response has the metadata of at most 500 tokens. Beyond 1.5 MB of metadata, a response contains the status only.',
  });
export type NftTokenMetadataStatus = z.infer<typeof NftTokenMetadataStatus>;

const metadataFields = {
  indexStatus: NftTokenMetadataStatus,
  metadataLastUpdatedTimestamp: seconds('When the metadata was last read.').optional(),
  name: text('Name of the token.', 'Dragon #7').optional(),
  symbol: text('Symbol of the token.', 'DRGN').optional(),
  imageUri: url(
    'Image: a link or a data: URI.',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/7.png',
  ).optional(),
  description: text('Description.', 'The seventh of ten dragons.').optional(),
  animationUri: url('Animation or audio.', 'https://example.com/7.mp4').optional(),
  externalUrl: url('A page about the token.', 'https://example.com/dragons/7').optional(),
  background: text('Background colour.', 'ffffff').optional(),
};
const Erc721TokenMetadata = z
  .object({
    ...metadataFields,
    attributes: text('Attributes, as JSON text.', '[{"trait_type":"Colour","value":"Green"}]').optional(),
  })
  .meta({ id: 'Erc721TokenMetadata', description: 'Metadata of an ERC-721 token, as far as known.' });
const Erc1155TokenMetadata = z
  .object({
    ...metadataFields,
    decimals: number('Decimals of the token.', 0).optional(),
    properties: text('Properties, as JSON text.', '{"colour":"green"}').optional(),
  })
  .meta({ id: 'Erc1155TokenMetadata', description: 'Metadata of an ERC-1155 token, as far as known.' });

const nftFields = {
  address: address('The collection.'),
  tokenId: decimal('Id of the token, as decimal text.', '7'),
  tokenUri: url('URI of the metadata, as reported by the contract.', 'https://example.com/dragons/7.json'),
};
export const Erc721Token = z
  .object({
    ...nftFields,
    name: text('Name of the collection; empty if the contract does not report one.', 'Dragons'),
    symbol: text('Symbol of the collection; empty if the contract does not report one.', 'DRGN'),
    ercType: ercType('ERC-721'),
    metadata: Erc721TokenMetadata,
    ownerAddress: address('Owner; only in the details of a token.').optional(),
  })
  .meta({ id: 'Erc721Token', description: 'A token of an ERC-721 collection.' });
export type Erc721Token = z.infer<typeof Erc721Token>;

export const Erc1155Token = z
  .object({ ...nftFields, ercType: ercType('ERC-1155'), metadata: Erc1155TokenMetadata })
  .meta({ id: 'Erc1155Token', description: 'A token of an ERC-1155 contract.' });
export type Erc1155Token = z.infer<typeof Erc1155Token>;
