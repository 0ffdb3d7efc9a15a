import * as z from 'zod';

const MAX_HEADERS = 10;
/** RFC 9110, section 5.6.2. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const VALUE = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;
/** Hop-by-hop headers (RFC 9110, section 7.6.1), and headers that the HTTP client refuses. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['host', 'user-agent', 'connection', 'keep-alive', 'te', 'trailer', 'trailers', 'transfer-encoding', 'upgrade'],
  ...['expect', 'http2-settings'],
]);
/** Set by the service, or about its body or a proxy. */
const RESERVED_BEGINNINGS = ['content-', 'proxy-', 'x-signature', 'webhook-'];

/** undefined if the header can be sent. Never quotes the value, which may be a credential. */
function getProblem(name: string, value: string, names: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name)) return 'must be a header name (RFC 9110) of 1 to 64 characters';
  if (OF_CONNECTION.has(lower) || RESERVED_BEGINNINGS.some((beginning) => lower.startsWith(beginning)))
    return 'is set by the service';
  if (names.filter((one) => one.toLowerCase() === lower).length > 1)
    return 'is given twice (header names are case-insensitive)';
  if (!VALUE.test(value)) return 'must be 1 to 1,024 printable ASCII characters without leading or trailing spaces';
  return undefined;
}

/** Parsed to lower-case names. */
export const HeadersRequest = z
  .record(z.string(), z.string({ error: 'must be text' }))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (names.length === 0) refuse([], 'must have at least one header');
    if (names.length > MAX_HEADERS) return refuse([], `must have at most ${MAX_HEADERS} headers`);
    for (const [name, value] of Object.entries(headers)) {
      const problem = getProblem(name, value, names);
      if (problem !== undefined) refuse([name.slice(0, 64)], problem);
    }
  })
  .transform((headers) =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  .meta({
    description:
      'Custom headers of every delivery, such as authorization: at most 10, with names of up to 64 and values of up to 1,024 printable ASCII characters. Not allowed: host, user-agent, content-*, proxy-*, x-signature*, webhook-* and hop-by-hop headers. They are kept when the URL changes. Responses contain only their names (headerNames), because values may be credentials. An extension of this service.',
    example: { authorization: 'Bearer example' },
  });
