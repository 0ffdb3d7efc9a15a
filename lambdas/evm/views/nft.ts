import type { NftTokenMetadataStatus } from '../contract/schemas/tokens';
import { type NftRecord, nftName } from '../tokens/rows/nft-item';

/** The fields of an NFT, without the names of its collection. */
export interface NftView {
  readonly tokenUri: string;
  readonly metadata: {
    readonly indexStatus: NftTokenMetadataStatus;
    readonly metadataLastUpdatedTimestamp?: number;
  } & Omit<NonNullable<NftRecord['metadata']>, 'at'>;
}
export interface Nfts {
  of(token: string, id: bigint): NftView;
}

/** Maximum length of a field in lists; longer ones are omitted. */
const MAX_FIELD_CHARACTERS = 2_048;
/** Maximum bytes of metadata per answer: with at most 4 MB of transfers, the answer stays below 6 MB. */
const MAX_METADATA_BYTES = 1_500_000;

/** An NFT with all fields, regardless of size. */
export function wholeNft({ tokenUri = '', status, readAt, metadata }: NftRecord): NftView {
  const { at, ...fields } = metadata ?? {};
  const updated = at ?? readAt;
  return {
    tokenUri,
    metadata: {
      indexStatus: status,
      ...(updated === undefined ? {} : { metadataLastUpdatedTimestamp: updated }),
      ...fields,
    },
  };
}

/**
 * The NFTs of a list, keyed by `nftName`; undefined means that the NFT has no row. NFTs missing from the map were not
 * read, as there were too many, and are UNKNOWN. Beyond `MAX_METADATA_BYTES` only the status is shown.
 */
export function listedNfts(records: ReadonlyMap<string, NftRecord | undefined>): Nfts {
  let left = MAX_METADATA_BYTES;
  return {
    of(token, id) {
      const name = nftName({ token, id });
      if (!records.has(name)) return { tokenUri: '', metadata: { indexStatus: 'UNKNOWN' } };
      const record = records.get(name);
      if (!record) return { tokenUri: '', metadata: { indexStatus: 'UNINDEXED' } };
      const view = listed(record);
      left -= Buffer.byteLength(JSON.stringify(view));
      return left >= 0 ? view : { tokenUri: '', metadata: { indexStatus: record.status } };
    },
  };
}

/** The NFTs of a list with all of its records. */
export const listedRecords = (records: readonly NftRecord[]): Nfts =>
  listedNfts(new Map(records.map((record) => [nftName(record), record])));

function listed(record: NftRecord): NftView {
  const { tokenUri, metadata } = wholeNft(record);
  const fits = (value: unknown) => typeof value !== 'string' || value.length <= MAX_FIELD_CHARACTERS;
  const fields = Object.entries(metadata).filter(([, value]) => fits(value));
  return {
    tokenUri: fits(tokenUri) ? tokenUri : '',
    metadata: Object.fromEntries(fields) as NftView['metadata'],
  };
}
