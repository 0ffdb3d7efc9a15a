interface Redirecting {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
}

const MAX_REDIRECTS = 3;
/** Statuses that keep the method: after any other, a POST would become a GET. */
const KEEPS_METHOD = new Set([307, 308]);

/**
 * Follows redirects within the same origin only, as credentials must not reach another. Every client of a node uses
 * this and follows no other redirects.
 */
export async function followRedirects<A extends Redirecting>(first: URL, send: (url: URL) => Promise<A>): Promise<A> {
  for (let [url, left] = [first, MAX_REDIRECTS]; ; left--) {
    const answer = await send(url);
    const location = KEEPS_METHOD.has(answer.status) ? answer.location : undefined;
    const target = location === undefined ? null : URL.parse(location, url.href);
    if (left === 0 || target?.origin !== url.origin) return answer;
    // Reading one chunk and leaving the loop frees the connection.
    for await (const _ of answer.body ?? []) break;
    url = target;
  }
}

/** From a `fetch` response; fetch itself must run with `redirect: 'manual'`. */
export const redirectingAnswer = ({ status, headers, body }: Response) => ({
  status,
  retryAfter: headers.get('retry-after') ?? undefined,
  location: headers.get('location') ?? undefined,
  body,
});
