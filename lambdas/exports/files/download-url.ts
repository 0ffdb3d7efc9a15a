import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { s3 } from '../../core/aws/s3';
import { DOWNLOAD_URL_SECONDS } from '../contract/exports';
import { fileKey } from '../domain/keys';

/** Anyone with the URL can download the file without an API key for 15 minutes. */
export type DownloadUrlOf = (operationId: string, gzip: boolean) => Promise<string>;

export const createDownloadUrls =
  (Bucket: string, client = s3()): DownloadUrlOf =>
  (operationId, gzip) =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key: fileKey(operationId, gzip) }), {
      expiresIn: DOWNLOAD_URL_SECONDS,
    });
