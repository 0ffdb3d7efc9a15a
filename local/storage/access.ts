import type { Access } from '../iam/statements';
import { arn } from '../identities';
import { callName } from './call-name';
import type { Call } from './fauxqs';

/** S3 calls authorized by a permission of a different name. */
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

/** A copy also reads its source. */
export function getAccesses(call: Call): Access[] {
  const [service = '', name = ''] = callName(call).split(':');
  if (service === 'sqs') return [{ action: `sqs:${name.replace(/Batch$/, '')}`, resource: queueArn(call.body) }];
  const source = call.headers['x-amz-copy-source'];
  return [
    { action: `s3:${S3_ACTIONS[name] ?? name}`, resource: objectArn(getObject(call)) },
    ...(source === undefined ? [] : [{ action: 's3:GetObject', resource: objectArn(parse(String(source))) }]),
  ];
}

/** Needed to learn that an object does not exist: without it S3 answers 403 instead of 404. */
export const listing = (call: Call): Access => ({
  action: 's3:ListBucket',
  resource: objectArn({ ...getObject(call), key: '' }),
});

interface ObjectName {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
}
export const getObject = ({ url }: Pick<Call, 'url'>): ObjectName => parse(new URL(url, 'http://local').pathname);

function parse(path: string): ObjectName {
  const [bucket = '', ...key] = path
    .replace(/^\//, '')
    .split('/')
    .map((part) => decodeURIComponent(part));
  return { bucket, key: key.join('/') };
}

const objectArn = ({ bucket, key }: ObjectName): string => `arn:aws:s3:::${bucket}${key ? `/${key}` : ''}`;
const queueArn = (body: unknown): string => {
  const { QueueUrl = '', QueueName = '' } = (body ?? {}) as { QueueUrl?: string; QueueName?: string };
  return arn('sqs', QueueUrl.split('/').at(-1) || QueueName);
};
