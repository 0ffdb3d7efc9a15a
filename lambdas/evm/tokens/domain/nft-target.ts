import type { NftTokenMetadataStatus } from '../../contract/schemas/tokens';

/** Metadata status of a token; only INDEXED has fields. UNKNOWN, UNINDEXED and MISSING_TOKEN are set by callers. */
export type NftStatus = NftTokenMetadataStatus;

/** Maximum length of a linking token URI, with `{id}` substituted. Longer ones are INVALID_TOKEN_URI. */
export const MAX_URI_CHARACTERS = 8_192;
/** Maximum length of a data: URI, which is the metadata itself. Longer ones are METADATA_CONTENT_TOO_LARGE. */
export const MAX_DATA_URI_CHARACTERS = 65_536;

/** URL prefixes for content ids, such as `https://gateway.example/ipfs/`. */
export interface Gateways {
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
}

/** The target of a token URI: an inline document, an inline image, a URL to fetch, or a final status. */
export type NftTarget =
  | { readonly text: string }
  | { readonly image: string }
  | { readonly url: string }
  | { readonly status: NftStatus };

const INVALID: NftTarget = { status: 'INVALID_TOKEN_URI' };
/** An IPFS CID (version 0 or 1) without a scheme, with an optional path. Common in contracts. */
const BARE_CID = /^\/?(?:ipfs\/)?((?:Qm[1-9A-HJ-NP-Za-km-z]{44}|ba[a-z2-7]{57,126})(?:[/?].*)?)$/;

/** Prefixes a bare CID with `ipfs://`; returns other URIs unchanged. */
export const withScheme = (uri: string): string => uri.replace(BARE_CID, 'ipfs://$1');

/**
 * Resolves an ERC-721 or ERC-1155 token URI. Supports http, https, ipfs (with or without `ipfs/` before the CID), ar,
 * data (base64 or percent-encoded) and bare IPFS CIDs. Others are INVALID_TOKEN_URI_SCHEME; malformed ones are
 * INVALID_TOKEN_URI. The URL is untrusted: fetch it with `safeFetch` only.
 */
export function getTarget(tokenUri: string, id: bigint, { ipfsGateway, arweaveGateway }: Gateways): NftTarget {
  const uri = withScheme(tokenUri.trim());
  if (uri === '') return INVALID;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  // Check untrimmed lengths: a URI truncated past its limit may have lost its end but kept leading white space.
  if (scheme === 'data')
    return tokenUri.length > MAX_DATA_URI_CHARACTERS ? { status: 'METADATA_CONTENT_TOO_LARGE' } : inlined(uri);
  if (tokenUri.length > MAX_URI_CHARACTERS) return INVALID;
  const named = withId(uri, id);
  if (named.length > MAX_URI_CHARACTERS) return INVALID;
  switch (scheme) {
    case 'http':
    case 'https':
      return toUrl(named);
    case 'ipfs':
      return behind(ipfsGateway, /^ipfs:\/\/(?:ipfs\/)?([a-z\d]{46,128})([/?].*)?$/i.exec(named));
    case 'ar':
      return behind(arweaveGateway, /^ar:\/\/([\w-]{43})([/?].*)?$/i.exec(named));
    default:
      return { status: 'INVALID_TOKEN_URI_SCHEME' };
  }
}

/** Replaces each `{id}` with the id as 64 lower-case hexadecimal digits (EIP-1155), in URIs and documents. */
export function withId(text: string, id: bigint): string {
  return text.replaceAll('{id}', id.toString(16).padStart(64, '0'));
}

function inlined(uri: string): NftTarget {
  const comma = uri.indexOf(',');
  if (comma < 0) return INVALID;
  if (/^data:image\//i.test(uri)) return { image: uri };
  const [head, raw] = [uri.slice(0, comma), uri.slice(comma + 1)];
  const decoded = percentDecoded(raw);
  if (/;\s*base64\s*$/i.test(head)) return { text: Buffer.from(decoded, 'base64').toString() };
  // Many contracts put raw JSON into the URI: decoding an image within it could break the surrounding text.
  return { text: !isJson(decoded) && isJson(raw) ? raw : decoded };
}

/** Leaves stray percent signs and invalid UTF-8 sequences unchanged, as found in raw text. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });

function isJson(text: string): boolean {
  try {
    JSON.parse(text.trim());
    return true;
  } catch {
    return false;
  }
}

function behind(gateway: string, found: RegExpExecArray | null): NftTarget {
  const [, content = '', path = ''] = found ?? [];
  // File names can contain #, as in "#1.json"; content ids have no fragments.
  return found ? toUrl(gateway + content + path.replaceAll('#', '%23'), gateway + content) : INVALID;
}

/** Parses a URL. With `root`, rejects URLs outside of it: "/../" in a path would reach the rest of the gateway. */
function toUrl(text: string, root?: string): NftTarget {
  const url = URL.parse(text);
  const under = root === undefined || url?.href.startsWith(URL.parse(root)?.href ?? root);
  return url && under ? { url: url.href } : INVALID;
}
