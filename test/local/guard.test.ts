import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createGuard } from '../../local/guard';
import { bearer, getCredentials } from '../support/runner-token';

const TOKEN = '5a'.repeat(32);
const guard = createGuard(TOKEN, { presigned: true });
const allows = (headers: Record<string, string>, url = '/', method = 'POST') =>
  guard({ method, url, headers: { host: '127.0.0.1:9000', ...headers } });
const signedWith = (accessKeyId: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20261126/us-east-1/sqs/aws4_request, SignedHeaders=host, Signature=0`,
});

describe('endpoint guard', () => {
  test('the guard accepts the token as a bearer token or an access key ID', async () => {
    expect(await allows(bearer(TOKEN))).toBe(true);
    expect(await allows(signedWith(TOKEN))).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['another bearer token', bearer('00'.repeat(32))],
    ['a prefix of the token', bearer(TOKEN.slice(0, 10))],
    ['another access key ID', signedWith('local')],
    ['an empty access key ID', signedWith('')],
    ['the token elsewhere in the header', { authorization: `Basic ${TOKEN}` }],
    ['an origin beside the token', { ...bearer(TOKEN), origin: 'https://evil.example' }],
    ['an opaque origin beside the token', { ...bearer(TOKEN), origin: 'null' }],
  ])('the guard rejects requests with %s', async (_, headers) => {
    expect(await allows(headers)).toBe(false);
  });

  describe('presigned URLs', () => {
    const presign = async (secretAccessKey: string) => {
      const client = new S3Client({
        endpoint: 'http://127.0.0.1:9000',
        region: 'us-east-1',
        forcePathStyle: true,
        credentials: { ...getCredentials('local'), secretAccessKey },
      });
      const url = new URL(await getSignedUrl(client, new GetObjectCommand({ Bucket: 'files', Key: 'a b/1.csv' })));
      return url.pathname + url.search;
    };

    test('a URL signed with the token is valid only for its method, host, path and parameters', async () => {
      const url = await presign(TOKEN);
      expect(await allows({}, url, 'GET')).toBe(true);
      expect(await allows({}, url, 'DELETE')).toBe(false);
      expect(await allows({}, url.replace('1.csv', '2.csv'), 'GET')).toBe(false);
      expect(await allows({}, url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000'), 'GET')).toBe(false);
      expect(await allows({}, `${url}&list-type=2`, 'GET')).toBe(false);
      expect(await allows({ host: '127.0.0.1:9001' }, url, 'GET')).toBe(false);
    });

    test('a web page is served with a presigned URL, but not with the token', async () => {
      const origin = 'https://app.example';
      expect(await allows({ origin }, await presign(TOKEN), 'GET')).toBe(true);
      expect(await allows({ origin, ...bearer(TOKEN) }, await presign('local'), 'GET')).toBe(false);
    });

    test('an endpoint without objects rejects presigned URLs', async () => {
      const request = { method: 'GET', url: await presign(TOKEN), headers: { host: '127.0.0.1:9000' } };
      expect([await guard(request), await createGuard(TOKEN)(request)]).toEqual([true, false]);
    });

    test.each([
      ['//?X-Amz-Signature=1', {}],
      ['/x?X-Amz-Signature=1&X-Amz-Date=20269999T999999Z', {}],
      ['/x?X-Amz-Signature=1&X-Amz-Date=20261126T000000Z&X-Amz-Expires=999999999', {}],
      ['/', bearer('ä'.repeat(64))],
    ])('the malformed request %s %j is rejected', async (url, headers) => {
      expect(await allows(headers, url, 'GET')).toBe(false);
    });

    test('a URL with another or an incomplete signature is rejected', async () => {
      expect(await allows({}, await presign('local'), 'GET')).toBe(false);
      expect(await allows({}, '/files/1.csv?X-Amz-Signature=', 'GET')).toBe(false);
      expect(await allows({}, '/files/1.csv?X-Amz-Signature=00&X-Amz-Date=20261126T000000Z', 'GET')).toBe(false);
    });
  });
});
