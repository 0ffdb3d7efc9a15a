import type { TokenPrices } from '../api/shared/prices';
import type { NftToken } from '../contract/schemas/nfts';
import type { Erc20TokenV2, Erc721Token, Erc1155Token } from '../contract/schemas/tokens';
import type { MetadataOf } from '../tokens/address-metadata';
import type { NftRecord } from '../tokens/rows/nft-item';
import type { TokenRecord } from '../tokens/rows/token-item';
import { checksummed, type Names } from './address';
import type { Nfts } from './nft';

/** A token that has just appeared has no record yet. */
export type Tokens = ReadonlyMap<string, TokenRecord>;
export interface Records {
  readonly tokens: Tokens;
  readonly nfts: Nfts;
  readonly prices: TokenPrices;
  readonly names: Names;
  readonly getMetadata: MetadataOf;
}

/** Clients need a number: unknown decimals are 0, marked by `decimalsMissing`. */
export const decimalsView = (decimals: number | undefined) =>
  decimals === undefined ? { decimals: 0, decimalsMissing: true as const } : { decimals };

export function erc20TokenView(
  token: string,
  {
    tokens,
    prices,
    getMetadata,
  }: Pick<Records, 'tokens' | 'getMetadata'> & { readonly prices: Pick<TokenPrices, 'of'> },
): Erc20TokenV2 {
  const record = tokens.get(token);
  const { name = '', symbol = '', decimals, reputation = null } = record ?? {};
  const logoUri = getMetadata(token)?.logoAsset?.imageUri ?? record?.logoUri;
  return {
    address: checksummed(token),
    name,
    symbol,
    ...decimalsView(decimals),
    ...(logoUri ? { logoUri } : {}),
    ercType: 'ERC-20',
    price: prices.of(token),
    tokenReputation: reputation,
  };
}

export function erc721TokenView(token: string, id: bigint, tokens: Tokens, nfts: Nfts): Erc721Token {
  const { name = '', symbol = '' } = tokens.get(token) ?? {};
  const { tokenUri, metadata } = nfts.of(token, id);
  const { decimals: _decimals, properties: _properties, ...shown } = metadata;
  return {
    address: checksummed(token),
    tokenId: String(id),
    tokenUri,
    name,
    symbol,
    ercType: 'ERC-721',
    metadata: shown,
  };
}

export function erc1155TokenView(token: string, id: bigint, nfts: Nfts): Erc1155Token {
  const { tokenUri, metadata } = nfts.of(token, id);
  const { attributes: _attributes, ...shown } = metadata;
  return { address: checksummed(token), tokenId: String(id), tokenUri, ercType: 'ERC-1155', metadata: shown };
}

export const nftTokenView = ({ kind, token, id }: NftRecord, tokens: Tokens, nfts: Nfts): NftToken =>
  kind === 'erc721' ? erc721TokenView(token, id, tokens, nfts) : erc1155TokenView(token, id, nfts);
