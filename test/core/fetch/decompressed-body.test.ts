import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decompressedBody } from '../../../lambdas/core/fetch/decompressed-body';
import { ENCODINGS } from '../../support/node/encodings';

const TEXT = JSON.stringify(Array.from({ length: 2_000 }, (_, i) => ({ id: i, result: `0x${i.toString(16)}` })));

async function read(bytes: Buffer, encoding: string | string[] | undefined, chunkBytes = 1_000): Promise<string> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
  const parts: Uint8Array[] = [];
  for await (const part of decompressedBody(Readable.from(chunks), encoding)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

test.each(ENCODINGS)('a body with the content-encoding %j is decompressed', async (header, encode) => {
  expect(await read(encode(TEXT), header)).toBe(TEXT);
  expect(await read(encode('{}'), header, 1)).toBe('{}');
});
test('a content-encoding may span several header lines', async () => {
  expect(await read(gzipSync(gzipSync(TEXT)), ['gzip', 'gzip'])).toBe(TEXT);
});
test('a body without a content-encoding is unchanged', async () => {
  expect(await read(Buffer.from(TEXT), undefined)).toBe(TEXT);
});
test.each(['compress', 'gzip, aws-chunked', Array(6).fill('gzip').join()])(
  'a body with the unsupported content-encoding %s is unchanged',
  async (header) => {
    const body = gzipSync(TEXT);
    const chunks: Uint8Array[] = [];
    for await (const chunk of decompressedBody(Readable.from([body]), header)) chunks.push(chunk);
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(TEXT);
  },
);
test.each(['gzip', 'br', 'deflate', 'zstd', 'gzip, br'])('plain text declared as %s throws', async (header) => {
  await expect(read(Buffer.from(TEXT), header)).rejects.toThrow();
});
test.each(ENCODINGS)('a truncated %j stream yields at most a prefix of the text', async (header, encode) => {
  const bytes = encode(TEXT);
  const got = await read(bytes.subarray(0, Math.floor(bytes.length / 2)), header).catch(() => '');
  expect(TEXT.startsWith(got) && got.length < TEXT.length).toBe(true);
});
test.each(ENCODINGS)('an empty body with the content-encoding %j stays empty', async (header) => {
  expect(await read(Buffer.alloc(0), header)).toBe('');
});
test.each(ENCODINGS)('leaving a body in %j early closes its source stream', async (header, encode) => {
  // Half of it exceeds the largest block of every encoding.
  const bytes = encode(randomBytes(1_000_000).toString('hex'));
  const source = new Readable({ read: () => undefined });
  const closed = new Promise((resolve) => source.on('close', resolve));
  source.push(bytes.subarray(0, bytes.length / 2));
  for await (const _ of decompressedBody(source, header)) break;
  await closed;
});
