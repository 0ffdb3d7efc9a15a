import { MAX_METADATA_BYTES, type NftMetadata, type NftStatus, parseMetadata } from '../../domain/tokens/nft-metadata';
import { type Gateways, targetOf, withId } from '../../domain/tokens/nft-target';
import { type SafeFetchCode, SafeFetchError, type SafeFetchOptions, safeFetch } from './safe-fetch';

/** Gateways for content addresses; the rest is for local mode and tests. `timeoutMs` defaults to 10 s. */
export type NftFetchOptions = Gateways & Partial<Pick<SafeFetchOptions, 'allow' | 'lookup' | 'timeoutMs'>>;

const STATUSES: Record<SafeFetchCode, NftStatus> = {
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

/**
 * Fetches and parses the metadata behind a token URI. Every failure of the contract or the server ends as a status;
 * UNREACHABLE and THROTTLED are worth a retry.
 */
export async function fetchNftMetadata(tokenUri: string, id: bigint, options: NftFetchOptions): Promise<NftMetadata> {
  const { ipfsGateway, arweaveGateway, ...limits } = options;
  const target = targetOf(tokenUri, id, { ipfsGateway, arweaveGateway });
  if ('status' in target) return target;
  try {
    const fetched = 'text' in target ? target.text : await textAt(target.url, limits);
    return parseMetadata(withId(fetched, id));
  } catch (error) {
    if (error instanceof SafeFetchError) return { status: STATUSES[error.code] };
    throw error;
  }
}

async function textAt(url: string, limits: Partial<SafeFetchOptions>): Promise<string> {
  const body = await safeFetch(url, { timeoutMs: 10_000, ...limits, maxBytes: MAX_METADATA_BYTES, redirects: 3 });
  return body.toString();
}
