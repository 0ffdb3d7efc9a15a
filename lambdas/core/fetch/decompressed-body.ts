import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** The limit of `fetch` on stacked encodings: each may multiply the work. */
const MAX_ENCODINGS = 5;
/** A truncated stream yields the data so far, as in `fetch`. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** RFC 9659 limits the window to 8 MB; the format has no limit. */
const ZSTD = { finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const gunzip = () => createGunzip(LENIENT);

/** HTTP's deflate has a zlib header (RFC 9110), but some servers omit it. The first byte shows which. */
class InflateEither extends Transform {
  private inflate: Transform | undefined;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.inflate ??= this.begin(((chunk[0] ?? 0) & 0x0f) === 8);
    this.inflate.write(chunk, done);
  }
  override _read(size: number): void {
    this.inflate?.resume();
    super._read(size);
  }
  override _flush(done: TransformCallback): void {
    if (!this.inflate || this.inflate.readableEnded) done();
    else this.inflate.once('end', done).end();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.inflate?.destroy();
    done(error);
  }
  private begin(isZlib: boolean): Transform {
    const inflate = isZlib ? createInflate(LENIENT) : createInflateRaw(LENIENT);
    return inflate
      .on('data', (chunk) => this.push(chunk) || inflate.pause())
      .on('error', (error) => this.destroy(error));
  }
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['br', () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => createZstdDecompress(ZSTD)],
  ['deflate', () => new InflateEither()],
]);

/**
 * Some servers encode unasked. A body with an unknown encoding is returned unchanged; a corrupt stream throws when
 * read. Undici's own interceptor is experimental, prints a warning and does not support raw deflate.
 */
export function decompressedBody(body: Readable, contentEncoding: string | readonly string[] | undefined): Readable {
  const encodings = [contentEncoding ?? []]
    .flat()
    .flatMap((line) => line.toLowerCase().split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const decoders = encodings.flatMap((one) => DECODERS.get(one) ?? []);
  if (decoders.length < encodings.length || decoders.length > MAX_ENCODINGS) return body;
  // Errors surface at the last stream.
  return decoders.reduceRight<Readable>((stream, create) => pipeline(stream, create(), () => undefined), body);
}
