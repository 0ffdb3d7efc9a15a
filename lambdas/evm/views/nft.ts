import type { NftTokenMetadataStatus } from '../contract/schemas/tokens';
import { type NftRecord, nftName } from '../tokens/rows/nft-item';

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

const MAX_FIELD_CHARACTERS = 2_048; // in lists; longer ones are omitted
const MAX_METADATA_BYTES = 1_500_000; // with 4 MB of transfers, an answer stays below 6 MB

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
 * By `nftName`; undefined without a row. Unread NFTs (too many) are UNKNOWN, and beyond
 * `MAX_METADATA_BYTES` only the status is shown.
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
