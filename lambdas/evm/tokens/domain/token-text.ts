export const MAX_TEXT_CHARACTERS = { name: 128, symbol: 64 } as const;

/** 128 characters of 4 bytes, doubled as cleaning removes some. */
const MAX_BYTES_READ = 1_024;
const WORD_DIGITS = 64;

/** Direction marks and overrides, zero-width characters, fillers, variation selectors. */
export const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** U+2800 is a blank Braille cell, which Unicode does not class as white space. */
const BLANKS = /[\s\p{Z}\u0085\u2800]+/gu;
const BROKEN = /(?![\s\u0085])[\p{Cc}\p{Cs}]/gu;

/** For display on one line, `limit` in code points. undefined if nothing visible is left. */
export function cleanText(text: string, limit: number): string | undefined {
  const shown = text.replace(UNSEEN, '').replace(BROKEN, '').replace(BLANKS, ' ').trim();
  // A code point has at most two UTF-16 units: avoids spreading a long text.
  const kept = [...shown.slice(0, 2 * limit)].slice(0, limit).join('').trim();
  return kept === '' ? undefined : kept;
}

export const isDisguised = (text: string): boolean => text.search(UNSEEN) !== -1;

/**
 * An ABI string, or a right-padded bytes32; at most the first kilobyte. Invalid UTF-8 becomes
 * U+FFFD in a string, to show the defect; in a bytes32 the value is a number or hash, not text.
 */
export function toRawText(returned: string): string | undefined {
  const size = (returned.length - 2) / 2;
  if (size === 32) return shortText(returned);
  const offset = sizeAt(returned, 0);
  const length = offset === undefined ? undefined : sizeAt(returned, offset);
  if (offset === undefined || length === undefined || offset + 32 + length > size) return undefined;
  const start = 2 + 2 * (offset + 32);
  const bytes = hexToBytes(returned.slice(start, start + 2 * Math.min(length, MAX_BYTES_READ)));
  // `stream` drops a character split by the limit without an error.
  return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: length > MAX_BYTES_READ });
}

export function toText(returned: string, limit: number = MAX_TEXT_CHARACTERS.name): string | undefined {
  const text = toRawText(returned);
  return text === undefined ? undefined : cleanText(text, limit);
}

export function toWord(returned: string): bigint | undefined {
  return wordAt(returned, 0);
}

export function getDecimals(returned: string): number | undefined {
  const word = toWord(returned);
  return word !== undefined && word <= 255n ? Number(word) : undefined;
}

/** undefined for words other than 0 and 1, which the ABI does not allow. */
export function toBool(returned: string): boolean | undefined {
  const word = toWord(returned);
  return word === 0n || word === 1n ? word === 1n : undefined;
}

function shortText(returned: string): string | undefined {
  const bytes = hexToBytes(returned.slice(2));
  if (!bytes) return undefined;
  const end = bytes.indexOf(0);
  if (end !== -1 && bytes.subarray(end).some((byte) => byte !== 0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      end === -1 ? bytes : bytes.subarray(0, end),
    );
  } catch {
    return undefined;
  }
}

/** Below 2^32, as no result is longer. */
function sizeAt(returned: string, offset: number): number | undefined {
  const word = wordAt(returned, offset);
  return word !== undefined && word < 0x1_0000_0000n ? Number(word) : undefined;
}

function wordAt(returned: string, offset: number): bigint | undefined {
  const word = returned.slice(2 + 2 * offset, 2 + 2 * offset + WORD_DIGITS);
  return returned.startsWith('0x') && /^[0-9a-f]{64}$/i.test(word) ? BigInt(`0x${word}`) : undefined;
}

function hexToBytes(hex: string): Uint8Array | undefined {
  return /^(?:[0-9a-f]{2})*$/i.test(hex) ? Buffer.from(hex, 'hex') : undefined;
}
