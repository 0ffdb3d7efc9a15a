import { gunzipSync } from 'node:zlib';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { s3 } from '../core/aws/s3';

export function createAccessLog(client: Pick<S3Client, 'send'> = s3()) {
  return {
    /** Undefined if the object has expired. */
    async read(bucket: string, key: string): Promise<string | undefined> {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body && gunzipSync(await Body.transformToByteArray()).toString('utf8');
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
  };
}
