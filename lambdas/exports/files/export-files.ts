import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { s3 } from '../../core/aws/s3';
import { fileKey, partKey } from '../domain/keys';

/** Bounds memory. S3 needs upload parts of at least 5 MiB. */
const UPLOAD = { partSize: 8 * 2 ** 20, queueSize: 2 };

interface Parts {
  readonly parts: readonly string[];
  readonly lastBytes?: number;
}

export function createExportFiles(bucket: string, client = s3()) {
  async function* readParts(operationId: string, { parts, lastBytes }: Parts): AsyncGenerator<Uint8Array> {
    for (const [i, part] of parts.entries()) {
      const isCut = i === parts.length - 1 && lastBytes !== undefined;
      if (isCut && lastBytes === 0) return;
      const Range = isCut ? { Range: `bytes=0-${lastBytes - 1}` } : {};
      const command = new GetObjectCommand({ Bucket: bucket, Key: partKey(operationId, part), ...Range });
      const { Body } = await client.send(command);
      if (!Body) throw new Error(`${partKey(operationId, part)} is empty`);
      yield* Body as Readable;
    }
  }
  return {
    async putPart(operationId: string, part: string, bytes: Uint8Array): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: partKey(operationId, part), Body: bytes }));
    },

    /** Streams, so memory does not grow with the file's size. */
    async merge(operationId: string, parts: Parts, gzip: boolean): Promise<{ bytes: number; sha256: string }> {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* counted() {
        for await (const some of readParts(operationId, parts)) {
          hash.update(some);
          bytes += some.length;
          yield some;
        }
      }
      const Key = fileKey(operationId, gzip);
      const upload = new Upload({
        client,
        params: {
          Bucket: bucket,
          Key,
          Body: Readable.from(counted()),
          ContentType: gzip ? 'application/gzip' : 'text/csv; charset=utf-8',
          ContentDisposition: `attachment; filename="${Key.split('/').at(-1)}"`,
        },
        ...UPLOAD,
        // A bucket lifecycle rule drops incomplete uploads, so the function needs no permission to abort.
        leavePartsOnError: true,
      });
      await upload.done();
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
export type ExportFiles = ReturnType<typeof createExportFiles>;
