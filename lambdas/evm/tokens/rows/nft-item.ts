import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item, ItemKey } from '../../../core/table/item';
import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { NftMetadata } from '../domain/nft-metadata';
import type { NftStatus } from '../domain/nft-target';
import { idText } from './holding-item';

export type NftKind = 'erc721' | 'erc1155';

/** `token`: the collection, in lower case. */
export interface NftRef {
  readonly token: string;
  readonly id: bigint;
}

export interface NftRecord extends NftRef {
  readonly kind: NftKind;
  readonly status: NftStatus;
  /** As returned by the contract; absent if it returned none, or one too long to store. */
  readonly tokenUri?: string;
  readonly readAt?: number; // Unix seconds
  /** Lowest block that moved it; absent if a caller requested it before any did. */
  readonly since?: number;
  readonly metadata?: StoredMetadata;
}
type StoredMetadata = Omit<NftMetadata, 'status'> & { readonly at: number }; // `at`: Unix seconds

export const NFT = { kind: 'k', tokenUri: 'u', status: 's', readAt: 'r', since: 'b', metadata: 'd' } as const;

const NUMBER = { erc721: 7, erc1155: 8 } as const;
/** Longer URIs are on-chain metadata, stored as such. */
const MAX_URI_BYTES = 8_192;
/** Deflated. An item stays below 40 kB, so a page of 100 fits one BatchGet. */
const MAX_METADATA_BYTES = 28_000;

export const nftKey = (chain: string, { token, id }: NftRef): ItemKey => ({
  pk: key(entities.Nft.pk, { chain, token }),
  sk: key(entities.Nft.sk, { id: idText(id) }),
});

export const nftName = ({ token, id }: NftRef): string => `${token}#${idText(id)}`;

export const nftStub = (chain: string, nft: NftRef, kind: NftKind, block: number): Item => ({
  ...nftKey(chain, nft),
  [NFT.kind]: NUMBER[kind],
  [NFT.status]: 'UNINDEXED',
  [NFT.since]: block,
});

/** `at`: Unix seconds. undefined removes an attribute; `keeps` the earlier metadata. */
export function nftAttributes(
  kind: NftKind,
  tokenUri: string | undefined,
  { status, ...fields }: NftMetadata,
  at: number,
  keeps: boolean,
): Record<string, unknown> {
  const fits = tokenUri !== undefined && Buffer.byteLength(tokenUri) <= MAX_URI_BYTES;
  return {
    [NFT.kind]: NUMBER[kind],
    [NFT.status]: status,
    [NFT.readAt]: at,
    [NFT.tokenUri]: fits ? tokenUri : undefined,
    ...(keeps ? {} : { [NFT.metadata]: status === 'INDEXED' ? packed({ ...fields, at }) : undefined }),
  };
}

export function readNftItem(item: Stored): NftRecord {
  const { [NFT.tokenUri]: uri, [NFT.readAt]: readAt, [NFT.since]: since, [NFT.metadata]: bytes } = item;
  return {
    token: parseKey(entities.Nft.pk, item.pk).token,
    id: BigInt(`0x${item.sk}`),
    kind: item[NFT.kind] === NUMBER.erc721 ? 'erc721' : 'erc1155',
    status: String(item[NFT.status]) as NftStatus,
    ...(typeof uri === 'string' ? { tokenUri: uri } : {}),
    ...(typeof readAt === 'number' ? { readAt } : {}),
    ...(typeof since === 'number' ? { since } : {}),
    ...(bytes instanceof Uint8Array
      ? { metadata: JSON.parse(inflateRawSync(bytes).toString()) as StoredMetadata }
      : {}),
  };
}

/** Drops the longest fields, usually images, until the rest fits. */
function packed(metadata: StoredMetadata): Uint8Array {
  const fields = Object.entries(metadata).toSorted(([, a], [, b]) => String(a).length - String(b).length);
  for (;;) {
    const bytes = deflateRawSync(JSON.stringify(Object.fromEntries(fields)));
    if (bytes.length <= MAX_METADATA_BYTES) return bytes;
    fields.pop();
  }
}
