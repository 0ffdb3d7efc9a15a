import { type NftStatus, withScheme } from './nft-target';

/** In characters and in fetched bytes. Leaves room for an embedded image. */
export const MAX_METADATA_BYTES = 262_144;

/** The API shows only the fields of the token's standard. */
export interface NftMetadata {
  readonly status: NftStatus;
  readonly name?: string;
  readonly symbol?: string;
  readonly description?: string;
  /** http(s), ipfs, ar or a data: image: no scheme that a page could execute. */
  readonly imageUri?: string;
  readonly animationUri?: string; // http(s), ipfs or ar
  readonly externalUrl?: string; // http(s) only
  readonly background?: string; // 3 to 8 hexadecimal digits, with or without #
  readonly attributes?: string; // JSON text
  readonly properties?: string; // JSON text
  readonly decimals?: number; // 0 to 255, ERC-1155 only
}

type TextField = Exclude<keyof NftMetadata, 'status' | 'decimals'>;
type Json = Readonly<Record<string, unknown>>;

const RESOURCE_URI = /^(?:https?|ipfs|ar):\/\//i;
/** SVG can start with an XML declaration, a doctype or comments. */
const SVG_START = /^<(?:svg|\?xml|!doctype\s+svg|!--)/i;

// 31,049 characters in sum: at three bytes each, a quarter of DynamoDB's item limit.
const TEXTS: Record<TextField, (json: Json) => string | undefined> = {
  name: (json) => text(json.name, 256),
  symbol: (json) => text(json.symbol, 64),
  description: (json) => text(json.description, 2_048, /[^\S\n]+/g),
  imageUri: (json) => image(json.image) ?? image(json.image_url) ?? image(json.imageUrl) ?? image(json.image_data),
  animationUri: (json) => matching(json.animation_url, RESOURCE_URI, 2_048),
  externalUrl: (json) => matching(json.external_url, /^https?:\/\//i, 2_048),
  background: (json) => matching(json.background_color, /^#?[\da-f]{3,8}$/i, 9),
  attributes: (json) => jsonText(json.attributes, 4_096),
  properties: (json) => jsonText(json.properties, 4_096),
};

/** Truncates texts; drops values of the wrong type, and URIs and JSON that are too long. */
export function parseMetadata(document: string): NftMetadata {
  if (document.length > MAX_METADATA_BYTES) return { status: 'METADATA_CONTENT_TOO_LARGE' };
  let json: unknown;
  try {
    json = JSON.parse(document.trim());
  } catch {
    return { status: 'INVALID_METADATA_JSON' };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return { status: 'INVALID_METADATA' };
  const fields = json as Json;
  const texts = Object.entries(TEXTS).flatMap(([field, read]) => {
    const value = read(fields);
    return value === undefined ? [] : [[field, value] as const];
  });
  const { decimals } = fields;
  const whole = typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  return { status: 'INDEXED', ...Object.fromEntries(texts), ...(whole ? { decimals } : {}) };
}

/** Keeps joiners, which emoji and some scripts need. undefined if nothing is left. */
function text(value: unknown, max: number, blanks = /\s+/g): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replace(/(?![\t-\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '').replace(blanks, ' ');
  return (
    clean
      .trim()
      .slice(0, max)
      .replace(/[\ud800-\udbff]$/, '')
      .trimEnd() || undefined
  );
}

function matching(value: unknown, pattern: RegExp, max: number): string | undefined {
  const found = text(value, max + 1);
  return found !== undefined && found.length <= max && pattern.test(found) ? found : undefined;
}

/** On-chain collections embed images, so these can be longer than a link. */
function image(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const written = value.trim();
  return matching(withScheme(written), RESOURCE_URI, 2_048) ?? matching(embedded(written), /^data:image\//i, 16_384);
}

/** Wraps raw SVG. In other data: URIs, a raw # would start a fragment and cut the image off. */
const embedded = (text: string): string =>
  SVG_START.test(text) && /<svg[\s/>]/i.test(text)
    ? `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
    : text.replaceAll('#', '%23');

export function imageMetadata(uri: string): NftMetadata {
  const imageUri = image(uri);
  return imageUri === undefined ? { status: 'METADATA_CONTENT_TOO_LARGE' } : { status: 'INDEXED', imageUri };
}

function jsonText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const written = JSON.stringify(value);
    return written.length <= max ? written : undefined;
  } catch {
    // Too deeply nested for JSON.stringify, though not for JSON.parse.
    return undefined;
  }
}
