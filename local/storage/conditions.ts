import { callName } from './call-name';
import type { Call, S3Store } from './fauxqs';

/** An S3 error, ready to send. */
export interface S3Failure {
  readonly status: number;
  readonly body: string;
}

/**
 * Checks the condition of a PutObject, which fauxqs ignores: `If-None-Match: *` only creates new keys.
 * Nothing may be awaited between this check and the write. Any other condition is rejected.
 */
export function checkWriteCondition(call: Call, s3: S3Store): S3Failure | undefined {
  const { 'if-none-match': absent, 'if-match': present } = call.headers;
  if (callName(call) !== 's3:PutObject' || (absent === undefined && present === undefined)) return undefined;
  if (absent !== '*' || present !== undefined)
    return failure(501, 'NotImplemented', 'The local runner knows If-None-Match: * and no other condition.');
  const [, bucket = '', ...key] = new URL(call.url, 'http://local').pathname.split('/').map(decodeURIComponent);
  if (!s3.buckets.get(bucket)?.has(key.join('/'))) return undefined;
  return failure(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}

function failure(status: number, code: string, message: string): S3Failure {
  return {
    status,
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}
