import { S3Client } from '@aws-sdk/client-s3';
import { getClient, timeouts } from './clients';

/** The process's client of S3. Objects take longer than other services' responses. */
export const s3 = (): S3Client => getClient(S3Client, timeouts(60_000));
