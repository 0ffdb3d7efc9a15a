import type { Call } from './fauxqs';

/** With the template's names. Local mode supports rules for any origin only. */
export interface CorsRule {
  readonly AllowedMethods: readonly string[];
  readonly ExposedHeaders?: readonly string[] | undefined;
  readonly MaxAge?: number | undefined;
}

/** Browsers send preflights without credentials. */
export const isPreflight = ({ method, headers }: Pick<Call, 'method' | 'headers'>): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined;

/** Empty if no rule allows the request. Source: "How does Amazon S3 evaluate the CORS configuration on a bucket?" */
export function corsHeaders(
  { method, headers }: Pick<Call, 'method' | 'headers'>,
  rules: readonly CorsRule[],
): Record<string, string> {
  if (headers.origin === undefined) return {};
  const wanted = method === 'OPTIONS' ? headers['access-control-request-method'] : method;
  const rule = rules.find(({ AllowedMethods }) => AllowedMethods.some((allowed) => allowed === wanted));
  if (!rule) return {};
  const requested = method === 'OPTIONS' ? headers['access-control-request-headers'] : undefined;
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': rule.AllowedMethods.join(', '),
    ...(requested ? { 'access-control-allow-headers': requested } : {}),
    ...(rule.ExposedHeaders ? { 'access-control-expose-headers': rule.ExposedHeaders.join(', ') } : {}),
    ...(rule.MaxAge === undefined ? {} : { 'access-control-max-age': String(rule.MaxAge) }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}
