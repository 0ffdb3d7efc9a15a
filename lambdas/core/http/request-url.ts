import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Without the query. API Gateway names a domain of its own, whatever the `Host` header says. */
export function getUrl({ requestContext, headers }: Pick<APIGatewayProxyEvent, 'requestContext' | 'headers'>): string {
  const { domainName = 'localhost', path = '/' } = requestContext ?? {};
  const scheme = headers?.['x-forwarded-proto'] ?? headers?.['X-Forwarded-Proto'];
  return `${scheme === 'https' ? 'https' : 'http'}://${domainName}${path}`;
}
