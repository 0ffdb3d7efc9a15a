import type { NftTokenMetadataStatus } from '../../contract/schemas/tokens';

/** How far the metadata of a token came; INDEXED alone has fields. UNKNOWN, UNINDEXED and MISSING_TOKEN are the caller's. */
export type NftStatus = NftTokenMetadataStatus;

/** Characters of a metadata document, and bytes to fetch for one: an image drawn into it still fits. */
export const MAX_METADATA = 262_144;

/** The metadata of a token of either standard: the contract shows those that its standard has. */
export interface NftMetadata {
  readonly status: NftStatus;
  readonly name?: string;
  readonly symbol?: string;
  readonly description?: string;
  /** http(s), ipfs, ar, or an image as data: URI: nothing that a page would run. */
  readonly imageUri?: string;
  /** http(s), ipfs or ar. */
  readonly animationUri?: string;
  /** http(s) alone. */
  readonly externalUrl?: string;
  /** 3 to 8 hexadecimal digits, with or without #. */
  readonly background?: string;
  /** JSON text. */
  readonly attributes?: string;
  /** JSON text. */
  readonly properties?: string;
  /** 0 to 255 (ERC-1155). */
  readonly decimals?: number;
}

type TextField = Exclude<keyof NftMetadata, 'status' | 'decimals'>;
type Json = Readonly<Record<string, unknown>>;

const PLACE = /^(?:https?|ipfs|ar):\/\//i;

// Together at most 31,049 characters: with three bytes for each, a row is still a quarter of what an item may be.
const TEXTS: Record<TextField, (json: Json) => string | undefined> = {
  name: (json) => text(json.name, 256),
  symbol: (json) => text(json.symbol, 64),
  description: (json) => text(json.description, 2_048, /[^\S\n]+/g),
  imageUri: (json) => image(json.image) ?? image(json.image_url) ?? image(json.image_data),
  animationUri: (json) => matching(json.animation_url, PLACE, 2_048),
  externalUrl: (json) => matching(json.external_url, /^https?:\/\//i, 2_048),
  background: (json) => matching(json.background_color, /^#?[\da-f]{3,8}$/i, 9),
  attributes: (json) => jsonText(json.attributes, 4_096),
  properties: (json) => jsonText(json.properties, 4_096),
};

/**
 * Reads a metadata document. Names and descriptions are cleaned and cut; what cannot be cut (URIs, JSON) is dropped where it
 * is too long, as is a field of the wrong type. No JSON is INVALID_METADATA_JSON, JSON but no object INVALID_METADATA.
 */
export function parseMetadata(document: string): NftMetadata {
  if (document.length > MAX_METADATA) return { status: 'METADATA_CONTENT_TOO_LARGE' };
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

/**
 * Text without control characters, marks that turn the direction of writing or show nothing (joiners stay: emoji and some
 * scripts need them) and halves of characters; blanks made one; undefined where nothing is left.
 */
function text(value: unknown, max: number, blanks = /\s+/g): string | undefined {
  if (typeof value !== 'string') return undefined;
  const clean = value.replace(/(?![\t-\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '').replace(blanks, ' ');
  // The cut may halve a character.
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

/** On-chain collections draw their images into the document: those may be longer than the name of a place. */
function image(value: unknown): string | undefined {
  return matching(value, PLACE, 2_048) ?? matching(value, /^data:image\//i, 16_384);
}

function jsonText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  try {
    const written = JSON.stringify(value);
    return written.length <= max ? written : undefined;
  } catch {
    // Nested too deep for the writer, though not for the reader.
    return undefined;
  }
}
