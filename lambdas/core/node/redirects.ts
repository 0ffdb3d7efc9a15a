/** What decides whether a request is sent on. */
interface Redirecting {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Redirects of one request that are followed. */
const MAX_REDIRECTS = 3;
/** The statuses that keep the method: after any other a POST would become a GET. */
const KEEPS_METHOD = new Set([307, 308]);

/**
 * Sends a request, and again to where its answer redirects it within the same origin: the credentials are for no other.
 * Every client of a node follows these redirects and no others.
 */
export async function followRedirects<A extends Redirecting>(first: URL, send: (url: URL) => Promise<A>): Promise<A> {
  for (let [url, left] = [first, MAX_REDIRECTS]; ; left--) {
    const answer = await send(url);
    const location = KEEPS_METHOD.has(answer.status) ? answer.location : undefined;
    const target = location === undefined ? null : URL.parse(location, url.href);
    if (left === 0 || target?.origin !== url.origin) return answer;
    // Leaving the loop frees the connection.
    for await (const _ of answer.body ?? []) break;
    url = target;
  }
}

/** An answer of `fetch`, which must be told not to follow redirects itself. */
export const redirectingAnswer = ({ status, headers, body }: Response) => ({
  status,
  retryAfter: headers.get('retry-after') ?? undefined,
  location: headers.get('location') ?? undefined,
  body,
});
