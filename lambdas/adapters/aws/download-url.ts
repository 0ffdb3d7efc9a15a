import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import { Sha256 } from '@smithy/core/checksum';
import { HttpRequest } from '@smithy/core/protocols';
import { lambdaVariables } from '../../contract/env';
import { DOWNLOAD_URL_SECONDS } from '../../contract/exports';
import { fileKey } from '../../domain/exports/keys';
import { credentialsOfFunction } from './credentials';
import { domainOf } from './domain';

/** Where a file of an export is fetched from, for a quarter of an hour: whoever has the URL needs no key. */
export type DownloadUrlOf = (operationId: string, gzip: boolean) => Promise<string>;

/**
 * Makes URLs of the files of exports. Signing needs no request, and so no client of S3, which would double what the
 * endpoint loads.
 */
export const openDownloadUrls = (bucket: string, variables = lambdaVariables()): DownloadUrlOf => {
  const { AWS_REGION: region = '', AWS_ENDPOINT_URL_S3: endpoint } = variables;
  const signer = new S3RequestPresigner({
    region,
    credentials: async () => credentialsOfFunction(variables),
    sha256: Sha256,
  });
  const base = new URL(endpoint ? `${endpoint}/${bucket}/` : `https://${bucket}.s3.${region}.${domainOf(region)}/`);
  return async (operationId, gzip) => {
    const { protocol, hostname, port, pathname, host } = new URL(fileKey(operationId, gzip), base);
    const request = new HttpRequest({
      ...{ method: 'GET', protocol, hostname, path: pathname, headers: { host } },
      ...(port ? { port: Number(port) } : {}),
    });
    const { query = {} } = await signer.presign(request, { expiresIn: DOWNLOAD_URL_SECONDS });
    const search = new URLSearchParams(query as Record<string, string>);
    return `${protocol}//${host}${pathname}?${search}`;
  };
};
