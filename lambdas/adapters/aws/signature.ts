import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** Who calls AWS. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A POST request to the root of a service. Names of headers are in lower case. */
interface Unsigned {
  readonly region: string;
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The last key of each service: it takes four digests, and all requests of a day share it. */
const lastKeys = new Map<string, { readonly of: string; readonly key: KeyObject }>();

/**
 * The headers of a request with its signature, valid for some minutes from `now` (Unix ms): AWS Signature Version 4, as
 * documented under "Create a signed AWS API request".
 */
export function signed(
  { region, service, headers, body }: Unsigned,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: number,
): Record<string, string> {
  const time = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    'x-amz-date': time,
    ...(sessionToken === undefined ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).toSorted();
  const canonicalHeaders = names.map((name) => `${name}:${all[name]}\n`).join('');
  const signedHeaders = names.join(';');
  const canonical = `POST\n/\n\n${canonicalHeaders}\n${signedHeaders}\n${hash('sha256', body)}`;
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash('sha256', canonical)}`;
  const signature = hmac(signingKey(secretAccessKey, day, region, service), text).toString('hex');
  return {
    ...all,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
  };
}

/** As an object: Node prepares bytes anew for each digest, which takes longer than the digest. */
function signingKey(secret: string, day: string, region: string, service: string): KeyObject {
  const of = `${secret} ${day} ${region}`;
  const last = lastKeys.get(service);
  if (last?.of === of) return last.key;
  const bytes = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`) as Buffer;
  const key = createSecretKey(bytes);
  lastKeys.set(service, { of, key });
  return key;
}

const hmac = (key: string | Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
