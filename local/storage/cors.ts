import type { Call } from './fauxqs';

/** A rule of a bucket's CORS configuration, with the names of the template. Every one is for pages of any origin. */
export interface CorsRule {
  readonly AllowedMethods: readonly string[];
  readonly ExposedHeaders?: readonly string[] | undefined;
  /** Seconds for which a browser keeps the answer of a preflight. */
  readonly MaxAge?: number | undefined;
}

/** Whether a browser asks first what a page may send. Such a request has no credentials. */
export const isPreflight = ({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined;

/**
 * The headers with which S3 answers a page's call, or its preflight. None where no rule allows the call, so that the
 * browser keeps the answer from the page. Source: "How does Amazon S3 evaluate the CORS configuration on a bucket?"
 */
export function corsHeaders(
  { method, headers }: Pick<Call, 'method' | 'headers'>,
  rules: readonly CorsRule[],
): Record<string, string> {
  if (headers.origin === undefined) return {};
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  const rule = rules.find(({ AllowedMethods }) => AllowedMethods.some((allowed) => allowed === wanted));
  if (!rule) return {};
  const asked = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(asked ? { 'access-control-allow-headers': asked } : {}),
    ...(rule.ExposedHeaders ? { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') } : {}),
    ...(rule.MaxAge === undefined ? {} : { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}
