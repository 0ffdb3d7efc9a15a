import * as z from 'zod';

const MAX_HEADERS = 10;
/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
const VALUE = /^[!-~](?:[ -~]{0,1022}[!-~])?$/;
/** Names that are the connection's: of one hop (RFC 9110, section 7.6.1), or refused by the HTTP client. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['host', 'user-agent', 'connection', 'keep-alive', 'te', 'trailer', 'trailers', 'transfer-encoding', 'upgrade'],
  ...['expect', 'http2-settings'],
]);
/** Beginnings of names that the service sets, or that describe its body or a proxy. */
const RESERVED_BEGINNINGS = ['content-', 'proxy-', 'x-signature', 'webhook-'];

/** Why a header cannot be sent; undefined where it can. A reason never has the value, which may be a credential. */
function getProblem(name: string, value: string, names: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  if (!NAME.test(name))
    return 'must be the name of a header: 1 to 64 letters, digits and hyphens, or others of RFC 9110';
  if (OF_CONNECTION.has(lower) || RESERVED_BEGINNINGS.some((beginning) => lower.startsWith(beginning)))
    return 'is set by the service';
  if (names.filter((one) => one.toLowerCase() === lower).length > 1)
    return 'is given twice: names are the same in either case';
  if (!VALUE.test(value))
    return 'must have 1 to 1,024 characters of printable ASCII, without a space at the beginning or the end';
  return undefined;
}

/** Headers that deliveries have besides our own, by their names in lower case. */
export const HeadersRequest = z
  .record(z.string(), z.string({ error: 'must be text' }))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (names.length === 0) refuse([], 'must have at least one header');
    if (names.length > MAX_HEADERS) return refuse([], `must be at most ${MAX_HEADERS} headers`);
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
      'Headers that every delivery has besides the service’s own, such as authorization: at most 10, with names of up to 64 and values of up to 1,024 characters of printable ASCII. Refused are host, user-agent, content-*, proxy-*, x-signature*, webhook-* and what belongs to the connection. They are sent to whatever URL the webhook has. Answers show their names alone, as headerNames, because values may be credentials. An extension of this service.',
    example: { authorization: 'Bearer example' },
  });
