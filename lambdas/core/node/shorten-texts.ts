const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * JSON with each text cut to `maxBytes`, without parsing it: traces repeat what every call was given and returned, which
 * nobody reads. A text with a backslash among its first bytes stays whole, as it could be cut in the middle of an escape,
 * and so does one that begins within the first `wholeBytes`: an error's message is read.
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
    // A copy: a part would keep all of the chunk.
    yield Buffer.from(chunk.subarray(0, kept));
  }
}
