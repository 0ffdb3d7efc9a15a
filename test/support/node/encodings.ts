import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

export type Encoding = readonly [header: string, encode: (text: string) => Buffer];

/** Every HTTP encoding, and some combinations. */
export const ENCODINGS: readonly Encoding[] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['zstd', (text) => zstdCompressSync(text)],
  ['identity', Buffer.from],
  ['', Buffer.from],
  ['identity, gzip', gzipSync],
  ['br, gzip', (text) => gzipSync(brotliCompressSync(text))],
  ['gzip,deflate', (text) => deflateRawSync(gzipSync(text))],
  ['deflate , zstd , br', (text) => brotliCompressSync(zstdCompressSync(deflateRawSync(text)))],
  ['gzip, zstd', (text) => zstdCompressSync(gzipSync(text))],
];
