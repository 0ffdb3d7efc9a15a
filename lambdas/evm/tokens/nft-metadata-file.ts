import { type SafeFetchCode, SafeFetchError, type SafeFetchOptions, safeFetch } from '../../core/fetch/safe-fetch';
import { imageMetadata, MAX_METADATA_BYTES, type NftMetadata, parseMetadata } from './domain/nft-metadata';
import { type Gateways, getTarget, type NftStatus, withId } from './domain/nft-target';

/** `allow`, `lookup` and `timeoutMs` are for local mode and tests. */
export type NftFetchOptions = Gateways & Partial<Pick<SafeFetchOptions, 'allow' | 'lookup' | 'timeoutMs'>>;

const STATUSES: Record<Exclude<SafeFetchCode, 'TYPE'>, NftStatus> = {
  SCHEME: 'INVALID_TOKEN_URI_SCHEME',
  ADDRESS: 'INVALID_TOKEN_URI',
  HOST: 'UNREACHABLE_TOKEN_URI',
  UNREACHABLE: 'UNREACHABLE_TOKEN_URI',
  TIMEOUT: 'UNREACHABLE_TOKEN_URI',
  REDIRECTS: 'UNREACHABLE_TOKEN_URI',
  STATUS: 'UNREACHABLE_TOKEN_URI',
  THROTTLED: 'THROTTLED_TOKEN_URI',
  TOO_LARGE: 'METADATA_CONTENT_TOO_LARGE',
};

/** A URI of an image is its own metadata. Every failure of contract or server becomes a status. */
export async function fetchNftMetadata(tokenUri: string, id: bigint, options: NftFetchOptions): Promise<NftMetadata> {
  const { ipfsGateway, arweaveGateway, ...limits } = options;
  const target = getTarget(tokenUri, id, { ipfsGateway, arweaveGateway });
  if ('status' in target) return target;
  if ('image' in target) return imageMetadata(target.image);
  try {
    const fetched = 'text' in target ? target.text : await textAt(target.url, limits);
    return parseMetadata(withId(fetched, id));
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    // Keep the contract's URI: another gateway may have the image tomorrow.
    return error.code === 'TYPE' ? imageMetadata(withId(tokenUri, id)) : { status: STATUSES[error.code] };
  }
}

async function textAt(url: string, limits: Partial<SafeFetchOptions>): Promise<string> {
  const own = { maxBytes: MAX_METADATA_BYTES, redirects: 3, refusedType: /^image\//i };
  return String(await safeFetch(url, { timeoutMs: 10_000, ...limits, ...own }));
}
