import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { parseSigningDate } from './signing-date';

export async function isSignedBy(secretAccessKey: string, method: string, url: URL): Promise<boolean> {
  const {
    'X-Amz-Signature': signature,
    'X-Amz-Credential': credential = '',
    ...query
  } = Object.fromEntries(url.searchParams);
  const [accessKeyId = '', , region = ''] = credential.split('/');
  const signingDate = parseSigningDate(query['X-Amz-Date'] ?? '');
  if (signingDate === undefined || signature === undefined) return false;
  const signer = new S3RequestPresigner({ region, credentials: { accessKeyId, secretAccessKey }, sha256: Sha256 });
  const own = Object.fromEntries(Object.entries(query).filter(([name]) => !name.startsWith('X-Amz-')));
  const request = new HttpRequest({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    port: Number(url.port),
    path: url.pathname,
    query: own,
    headers: { host: url.host },
  });
  const presigned = await signer.presign(request, { signingDate, expiresIn: Number(query['X-Amz-Expires']) });
  return presigned.query?.['X-Amz-Signature'] === signature;
}
