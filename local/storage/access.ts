import type { Access } from '../iam/statements';
import { ACCOUNT, REGION } from '../identities';
import { callName } from './call-name';
import type { Call } from './fauxqs';

/** Calls of S3 that need the permission of another name. */
const S3_ACTIONS: Readonly<Record<string, string>> = {
  HeadObject: 'GetObject',
  UploadPart: 'PutObject',
  UploadPartCopy: 'PutObject',
  CopyObject: 'PutObject',
  CreateMultipartUpload: 'PutObject',
  CompleteMultipartUpload: 'PutObject',
  AbortMultipartUpload: 'AbortMultipartUpload',
  DeleteObjects: 'DeleteObject',
  ListObjects: 'ListBucket',
  ListObjectsV2: 'ListBucket',
  HeadBucket: 'ListBucket',
};

/** What a call of SQS or S3 does. A copy also reads its source. */
export function accessesOf(call: Call): Access[] {
  const [service = '', name = ''] = callName(call).split(':');
  if (service === 'sqs') return [{ action: `sqs:${name.replace(/Batch$/, '')}`, resource: queueArn(call.body) }];
  const object = objectArn(new URL(call.url, 'http://local').pathname);
  const source = call.headers['x-amz-copy-source'];
  return [
    { action: `s3:${S3_ACTIONS[name] ?? name}`, resource: object },
    ...(source === undefined
      ? []
      : [{ action: 's3:GetObject', resource: objectArn(`/${String(source).replace(/^\//, '')}`) }]),
  ];
}

/** What somebody must be allowed to do who is told that an object does not exist: without it S3 answers 403. */
export const listing = (call: Call): Access => ({
  action: 's3:ListBucket',
  resource: objectArn(`/${bucketOf(new URL(call.url, 'http://local').pathname)}`),
});

const bucketOf = (pathname: string): string => pathname.split('/')[1] ?? '';
const objectArn = (pathname: string): string =>
  `arn:aws:s3:::${decodeURIComponent(pathname.slice(1)).replace(/\/$/, '')}`;
const queueArn = (body: unknown): string => {
  const { QueueUrl = '', QueueName = '' } = (body ?? {}) as { QueueUrl?: string; QueueName?: string };
  return `arn:aws:sqs:${REGION}:${ACCOUNT}:${QueueUrl.split('/').at(-1) || QueueName}`;
};
