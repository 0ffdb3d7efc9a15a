import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';

/** As many encodings one after another as `fetch` undoes: each could multiply the work. */
const MAX_ENCODINGS = 5;
/** Without the end of its stream an answer is what has come of it, as `fetch` takes it. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };
/** RFC 9659: a window of 8 MB, where the format allows for any. */
const ZSTD = { finishFlush: constants.ZSTD_e_flush, params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const gunzip = () => createGunzip(LENIENT);

/** HTTP's deflate is in zlib's format (RFC 9110), but some servers leave its header out: the first byte tells. */
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
 * The body of an answer without its `content-encoding`, which servers apply though nobody asked for it. Reading it
 * throws if the stream is broken. A body whose encoding is not known stays as it is. Undici's own interceptor for this
 * is experimental, warns once a process and does not read raw deflate.
 */
export function decompressedBody(body: Readable, contentEncoding: string | readonly string[] | undefined): Readable {
  const encodings = [contentEncoding ?? []]
    .flat()
    .flatMap((line) => line.toLowerCase().split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '' && one !== 'identity');
  const decoders = encodings.flatMap((one) => DECODERS.get(one) ?? []);
  if (decoders.length < encodings.length || decoders.length > MAX_ENCODINGS) return body;
  // Whoever reads the last stream meets the error of any.
  return decoders.reduceRight<Readable>((stream, create) => pipeline(stream, create(), () => undefined), body);
}
