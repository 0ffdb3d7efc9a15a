import type { NftTokenMetadataStatus } from '../../contract/schemas/tokens';

/** Only INDEXED has fields. Callers set UNKNOWN, UNINDEXED and MISSING_TOKEN. */
export type NftStatus = NftTokenMetadataStatus;

/** With `{id}` substituted. Longer ones are INVALID_TOKEN_URI. */
export const MAX_URI_CHARACTERS = 8_192;
/** Of a data: URI. Longer ones are METADATA_CONTENT_TOO_LARGE. */
export const MAX_DATA_URI_CHARACTERS = 65_536;

export interface Gateways {
  readonly ipfsGateway: string;
  readonly arweaveGateway: string;
}

export type NftTarget =
  | { readonly text: string }
  | { readonly image: string }
  | { readonly url: string }
  | { readonly status: NftStatus };

const INVALID: NftTarget = { status: 'INVALID_TOKEN_URI' };
/** An IPFS CID (version 0 or 1) without a scheme. Common in contracts. */
const BARE_CID = /^\/?(?:ipfs\/)?((?:Qm[1-9A-HJ-NP-Za-km-z]{44}|ba[a-z2-7]{57,126})(?:[/?].*)?)$/;

export const withScheme = (uri: string): string => uri.replace(BARE_CID, 'ipfs://$1');

/** The URL is untrusted: fetch it with `safeFetch` only. */
export function getTarget(tokenUri: string, id: bigint, { ipfsGateway, arweaveGateway }: Gateways): NftTarget {
  const uri = withScheme(tokenUri.trim());
  if (uri === '') return INVALID;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(uri)?.[1]?.toLowerCase();
  // Untrimmed lengths: a truncated URI may have lost its end but kept leading white space.
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

/** `{id}` becomes 64 lower-case hexadecimal digits (EIP-1155). */
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
  // Many contracts embed raw JSON: decoding an image within it could break the text.
  return { text: !isJson(decoded) && isJson(raw) ? raw : decoded };
}

/** Leaves stray percent signs and invalid UTF-8 unchanged, as found in raw text. */
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

/** `root`: rejects URLs outside, as "/../" would reach the rest of the gateway. */
function toUrl(text: string, root?: string): NftTarget {
  const url = URL.parse(text);
  const under = root === undefined || url?.href.startsWith(URL.parse(root)?.href ?? root);
  return url && under ? { url: url.href } : INVALID;
}
