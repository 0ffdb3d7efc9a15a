import { S3Client } from '@aws-sdk/client-s3';
import { getClient, timeouts } from './clients';

/** With a longer timeout than other services, as objects are large. */
export const s3 = (): S3Client => getClient(S3Client, timeouts(60_000));
