import type { RequestOf } from './implement';

/** Without the query. API Gateway names a domain of its own, whatever the `Host` header says. */
export function getUrl({ requestContext, headers }: RequestOf): string {
  const { domainName = 'localhost', path = '/' } = requestContext ?? {};
  const scheme = headers?.['x-forwarded-proto'] ?? headers?.['X-Forwarded-Proto'];
  return `${scheme === 'https' ? 'https' : 'http'}://${domainName}${path}`;
}
