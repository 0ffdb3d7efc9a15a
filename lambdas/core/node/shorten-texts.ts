const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Truncates the strings of JSON without parsing it: traces repeat the unused input and output of every call. Kept
 * whole: strings with a backslash in their first bytes, as the cut could split an escape, and strings that begin within
 * the first `wholeBytes`, as those are error messages.
 */
export async function* shortenTexts(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  wholeBytes: number,
): AsyncGenerator<Uint8Array> {
  let [isText, isEscaped, isWhole, bytes, at] = [false, false, false, 0, 0];
  for await (const chunk of body) {
    let kept = 0;
    for (const byte of chunk) {
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) [isText, isWhole, bytes] = [!isText, at < wholeBytes, -1];
      else if (byte === BACKSLASH && isText) {
        isEscaped = true;
        isWhole ||= bytes < maxBytes;
      }
      if (!isText || isWhole || bytes < maxBytes) chunk[kept++] = byte;
      bytes += 1;
      at += 1;
    }
    // Copied: a view would retain the whole chunk.
    yield Buffer.from(chunk.subarray(0, kept));
  }
}
