import type { Call } from './fauxqs';

/** Such as `s3:PutObject`. */
export function callName({ method, url, headers }: Pick<Call, 'method' | 'url' | 'headers'>): string {
  const target = String(headers['x-amz-target'] ?? '');
  if (target.startsWith('AmazonSQS.')) return `sqs:${target.slice('AmazonSQS.'.length)}`;
  const { pathname, searchParams: query } = new URL(url, 'http://local');
  const isObject = pathname.split('/').filter(Boolean).length > 1;
  return `s3:${isObject ? objectCall(method, query, headers) : bucketCall(method, query)}`;
}

function objectCall(method: string, query: URLSearchParams, headers: Call['headers']): string {
  if (method === 'PUT' && query.has('partNumber'))
    return headers['x-amz-copy-source'] ? 'UploadPartCopy' : 'UploadPart';
  if (method === 'PUT') return headers['x-amz-copy-source'] ? 'CopyObject' : 'PutObject';
  if (method === 'POST') return query.has('uploads') ? 'CreateMultipartUpload' : 'CompleteMultipartUpload';
  if (method === 'DELETE') return query.has('uploadId') ? 'AbortMultipartUpload' : 'DeleteObject';
  return method === 'HEAD' ? 'HeadObject' : 'GetObject';
}

function bucketCall(method: string, query: URLSearchParams): string {
  if (method === 'POST') return 'DeleteObjects';
  if (method === 'GET') return query.has('list-type') ? 'ListObjectsV2' : 'ListObjects';
  return method === 'HEAD' ? 'HeadBucket' : method === 'PUT' ? 'CreateBucket' : 'DeleteBucket';
}
