import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { s3 } from '../../core/aws/s3';
import { fileKey, partKey } from '../domain/keys';

/** Bytes of the file that are in memory at once, apart from the part that is read: S3 takes no smaller ones than 5 MiB. */
const UPLOAD = { partSize: 8 * 2 ** 20, queueSize: 2 };

/** Parts in their order, the last one up to a byte. */
interface Parts {
  readonly parts: readonly string[];
  /** Bytes of the last part; absent for all of it. */
  readonly lastBytes?: number;
}

/** Parts and files of exports, in their bucket. */
export function createExportFiles(bucket: string, client = s3()) {
  async function* hexToBytes(operationId: string, { parts, lastBytes }: Parts): AsyncGenerator<Uint8Array> {
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
    /** Stores a part. */
    async putPart(operationId: string, part: string, bytes: Uint8Array): Promise<void> {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: partKey(operationId, part), Body: bytes }));
    },

    /** Joins parts into the file of an export, as a stream: two pieces of it are in memory, whatever its size. */
    async merge(operationId: string, of: Parts, gzip: boolean): Promise<{ bytes: number; sha256: string }> {
      const hash = createHash('sha256');
      let bytes = 0;
      async function* counted() {
        for await (const some of hexToBytes(operationId, of)) {
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
        // The bucket drops what was not completed: so the function needs no permission to abort.
        leavePartsOnError: true,
      });
      await upload.done();
      return { bytes, sha256: hash.digest('hex') };
    },
  };
}
/** What `createExportFiles` gives. */
export type ExportFiles = ReturnType<typeof createExportFiles>;
