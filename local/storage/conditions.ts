import { CALLER_HEADER, type Judge } from '../iam/roles';
import { parseSigningDate } from '../signing-date';
import { getAccesses, getObject, listing } from './access';
import { callName } from './call-name';
import type { Call, S3Store } from './fauxqs';

export interface Failure {
  readonly status: number;
  readonly body: string;
}

/** fauxqs ignores `If-None-Match: *`. Atomic only if nothing is awaited between this check and the write. */
export function checkWriteCondition(call: Call, s3: S3Store): Failure | undefined {
  const { 'if-none-match': absent, 'if-match': present } = call.headers;
  if (callName(call) !== 's3:PutObject' || (absent === undefined && present === undefined)) return undefined;
  if (absent !== '*' || present !== undefined)
    return failure(501, 'NotImplemented', 'The local runner only supports If-None-Match: *.');
  if (!isStored(call, s3)) return undefined;
  return failure(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
}

/** fauxqs does not check expiry. */
export function checkExpiry({ url }: Pick<Call, 'url'>, now: number): Failure | undefined {
  // The last of duplicate parameters, as in the guard.
  const query = Object.fromEntries(new URL(url, 'http://local').searchParams);
  const signed = parseSigningDate(query['X-Amz-Date'] ?? '');
  if (signed === undefined) return undefined;
  return now > signed.getTime() + Number(query['X-Amz-Expires']) * 1_000
    ? failure(403, 'AccessDenied', 'Request has expired')
    : undefined;
}

/** S3 reveals that an object is absent only to callers that may list the bucket; others get 403. */
export function checkAccess(call: Call, s3: S3Store, judge: Judge): Failure | undefined {
  const name = callName(call);
  const isAbsent = /^s3:(Get|Head)Object$/.test(name) && !isStored(call, s3);
  const denial = judge(call.headers[CALLER_HEADER], [...getAccesses(call), ...(isAbsent ? [listing(call)] : [])]);
  if (denial === undefined) return undefined;
  if (name.startsWith('s3:')) return failure(403, 'AccessDenied', denial);
  return { status: 403, body: JSON.stringify({ __type: 'com.amazonaws.sqs#AccessDeniedException', message: denial }) };
}

function isStored(call: Call, s3: S3Store): boolean {
  const { bucket, key } = getObject(call);
  return s3.buckets.get(bucket)?.has(key) ?? false;
}

function failure(status: number, code: string, message: string): Failure {
  return {
    status,
    body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  };
}
