import { createHash, createHmac } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { createClient } from '../../../lambdas/core/aws/clients';
import { DOWNLOAD_URL_SECONDS } from '../../../lambdas/exports/contract/exports';
import { createDownloadUrls } from '../../../lambdas/exports/files/download-url';
import { checkExpiry } from '../../../local/storage/conditions';

const SECRET = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
const lambda = {
  ...{ AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE', AWS_SECRET_ACCESS_KEY: SECRET },
  AWS_SESSION_TOKEN: 'a/session+token=',
};

const { env } = process;
/** The URL signed by a function with these environment variables. */
function toUrl(gzip: boolean, variables: Readonly<Record<string, string>> = lambda): Promise<string> {
  process.env = { ...env, ...variables };
  return createDownloadUrls('bucket', createClient(S3Client, {}))('the-id', gzip);
}
afterEach(() => {
  process.env = env;
});

/** The signature that S3 computes for a signed URL (Signature Version 4, in the query). */
function computeSignature(url: URL, secret: string): string {
  const encoded = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature');
  const canonicalQuery = query
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&');
  const canonical = ['GET', url.pathname, canonicalQuery, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join(
    '\n',
  );
  const [, ...scope] = (url.searchParams.get('X-Amz-Credential') ?? '').split('/');
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', url.searchParams.get('X-Amz-Date'), scope.join('/'), hashed].join('\n');
  const key = scope.reduce<Buffer>(
    (signed, part) => createHmac('sha256', signed).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  return createHmac('sha256', key).update(text).digest('hex');
}

describe('the download URL', () => {
  test.each([
    ['in the default partition', lambda, 'https://bucket.s3.eu-west-1.amazonaws.com/files/the-id.csv'],
    [
      'in China',
      { ...lambda, AWS_REGION: 'cn-north-1' },
      'https://bucket.s3.cn-north-1.amazonaws.com.cn/files/the-id.csv',
    ],
    [
      'on a local endpoint',
      { ...lambda, AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:4566' },
      'http://127.0.0.1:4566/bucket/files/the-id.csv',
    ],
  ])(
    'a URL %s is signed for the file and its lifetime with the function’s credentials',
    async (_, variables, expected) => {
      const url = new URL(await toUrl(false, variables));
      expect(url.origin + url.pathname).toBe(expected);
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        'X-Amz-Expires': String(DOWNLOAD_URL_SECONDS),
        'X-Amz-Security-Token': lambda.AWS_SESSION_TOKEN,
        'X-Amz-SignedHeaders': 'host',
      });
      expect(url.searchParams.get('X-Amz-Signature')).toBe(computeSignature(url, SECRET));
      expect(url.searchParams.get('X-Amz-Signature')).not.toBe(computeSignature(url, 'another'));
    },
  );
  test('the URL of a compressed file ends in .gz', async () => {
    expect(new URL(await toUrl(true)).pathname).toBe('/files/the-id.csv.gz');
  });
  test('a local URL expires as in AWS, and unsigned requests never expire', async () => {
    const url = await toUrl(true);
    const at = (seconds: number) => checkExpiry({ url }, Date.now() + seconds * 1_000)?.status;
    expect([at(0), at(DOWNLOAD_URL_SECONDS - 2), at(DOWNLOAD_URL_SECONDS + 1)]).toEqual([undefined, undefined, 403]);
    expect(checkExpiry({ url: '/bucket/files/the-id.csv.gz?x-id=GetObject' }, Date.now())).toBeUndefined();
  });
});
