import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Item, ItemKey } from '../../../core/table/item';
import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { NftMetadata } from '../domain/nft-metadata';
import type { NftStatus } from '../domain/nft-target';
import { idText } from './holding-item';

/** The standards whose tokens have ids. */
export type NftKind = 'erc721' | 'erc1155';

/** A token of a collection, wherever it is shown. `token`: the collection, lower case. */
export interface NftRef {
  readonly token: string;
  readonly id: bigint;
}

/** The record of a token of a collection. */
export interface NftRecord extends NftRef {
  readonly kind: NftKind;
  readonly status: NftStatus;
  /** As returned by the contract; absent if it returned none, or one too long for a row. */
  readonly tokenUri?: string;
  /** When it was last read, Unix seconds; absent if never. */
  readonly readAt?: number;
  /** The lowest indexed block that moved it. Absent if a caller asked for it before any did. */
  readonly since?: number;
  readonly metadata?: StoredMetadata;
}
/** Metadata, and when it was fetched, Unix seconds. */
type StoredMetadata = Omit<NftMetadata, 'status'> & { readonly at: number };

/** Attributes of an NFT's item. */
export const NFT = { kind: 'k', tokenUri: 'u', status: 's', readAt: 'r', since: 'b', metadata: 'd' } as const;

const NUMBER = { erc721: 7, erc1155: 8 } as const;
/** Maximum size of a token URI in a row: a longer one is on-chain metadata, which is stored as such. */
const MAX_URI_BYTES = 8_192;
/**
 * Maximum size of metadata, deflated. With the URI an item stays below 40 kB, and a page of 100 within one BatchGet.
 */
const MAX_METADATA_BYTES = 28_000;

/** The key of an NFT's item. */
export const nftKey = (chain: string, { token, id }: NftRef): ItemKey => ({
  pk: key(entities.Nft.pk, { chain, token }),
  sk: key(entities.Nft.sk, { id: idText(id) }),
});

/** Identifies a token among those of a chain. */
export const nftName = ({ token, id }: NftRef): string => `${token}#${idText(id)}`;

/** The item of an NFT that a block moved, before its metadata is read. */
export const nftStub = (chain: string, nft: NftRef, kind: NftKind, block: number): Item => ({
  ...nftKey(chain, nft),
  [NFT.kind]: NUMBER[kind],
  [NFT.status]: 'UNINDEXED',
  [NFT.since]: block,
});

/**
 * The attributes that an attempt to read an NFT sets; undefined removes one. Metadata of an earlier attempt stays if
 * `keeps` is true. `at`: Unix seconds.
 */
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

/** What an item says. */
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

/** Metadata as stored in a row. If it does not fit, the longest fields are dropped: usually images. */
function packed(metadata: StoredMetadata): Uint8Array {
  const left = Object.entries(metadata).toSorted(([, a], [, b]) => String(a).length - String(b).length);
  for (;;) {
    const bytes = deflateRawSync(JSON.stringify(Object.fromEntries(left)));
    if (bytes.length <= MAX_METADATA_BYTES) return bytes;
    left.pop();
  }
}
