import type { NftTokenMetadataStatus } from '../../contract/schemas/tokens';

/**
 * The status of a token's metadata; only INDEXED has fields. UNKNOWN, UNINDEXED and MISSING_TOKEN are set by the
 * caller.
 */
export type NftStatus = NftTokenMetadataStatus;

/** Maximum length of a token URI that links elsewhere, with `{id}` filled in. Longer ones are INVALID_TOKEN_URI. */
export const MAX_URI_CHARACTERS = 8_192;
/** Maximum length of a data: URI, which is the metadata itself. Longer ones are METADATA_CONTENT_TOO_LARGE. */
export const MAX_DATA_URI_CHARACTERS = 65_536;

/** Gateways for content addresses. Each is the prefix of the id, such as `https://gateway.example/ipfs/`. */
export interface Gateways {
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
}

/** What a token URI resolves to: the document itself, an image itself, a URL to fetch, or a final status. */
export type NftTarget =
  | { readonly text: string }
  | { readonly image: string }
  | { readonly url: string }
  | { readonly status: NftStatus };

const INVALID: NftTarget = { status: 'INVALID_TOKEN_URI' };
/** A CID of version 0 or 1 without a scheme, which many contracts have, with a path. */
const BARE_CID = /^\/?(?:ipfs\/)?((?:Qm[1-9A-HJ-NP-Za-km-z]{44}|ba[a-z2-7]{57,126})(?:[/?].*)?)$/;

/** A bare CID as `ipfs://` URI; any other URI as it is. */
export const withScheme = (uri: string): string => uri.replace(BARE_CID, 'ipfs://$1');

/**
 * Resolves a token URI of ERC-721 or ERC-1155. Schemes: http, https, ipfs (with or without `ipfs/` before the id), ar,
 * data (base64 or percent-encoded); a bare CID is of IPFS. Any other is INVALID_TOKEN_URI_SCHEME; one of these with nothing usable behind it
 * is INVALID_TOKEN_URI. The URL is untrusted: fetch it with `safeFetch` only.
 */
export function getTarget(tokenUri: string, id: bigint, { ipfsGateway, arweaveGateway }: Gateways): NftTarget {
  const uri = withScheme(tokenUri.trim());
  if (uri === '') return INVALID;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  // Untrimmed lengths: a reader that truncated the URI past its limit may have left leading white space.
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

/** A token's id in place of each `{id}`, as 64 hexadecimal digits in lower case: EIP-1155, for URIs and documents. */
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
  // Many contracts put raw JSON into the URI: decoding an image within it may break the text around it.
  return { text: !isJson(decoded) && isJson(raw) ? raw : decoded };
}

/** Raw text has single percent signs, and bytes that are not UTF-8: they stay as they are. */
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
  // Files may be called "#1.json", and content addresses have no fragments.
  return found ? toUrl(gateway + content + path.replaceAll('#', '%23'), gateway + content) : INVALID;
}

/** The URL, if it lies under `root`: "/../" in a path would reach whatever else the gateway serves. */
function toUrl(text: string, root?: string): NftTarget {
  const url = URL.parse(text);
  const under = root === undefined || url?.href.startsWith(URL.parse(root)?.href ?? root);
  return url && under ? { url: url.href } : INVALID;
}
