interface Redirecting {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: AsyncIterable<Uint8Array> | null;
}

const MAX_REDIRECTS = 3;
/** After any other status, a POST would become a GET. */
const KEEPS_METHOD = new Set([307, 308]);

/** Same origin only: credentials must not reach another. Every client of a node uses this alone. */
export async function followRedirects<A extends Redirecting>(first: URL, send: (url: URL) => Promise<A>): Promise<A> {
  for (let [url, left] = [first, MAX_REDIRECTS]; ; left--) {
    const answer = await send(url);
    const location = KEEPS_METHOD.has(answer.status) ? answer.location : undefined;
    const target = location === undefined ? null : URL.parse(location, url.href);
    if (left === 0 || target?.origin !== url.origin) return answer;
    // Leaving the loop after one chunk frees the connection.
    for await (const _ of answer.body ?? []) break;
    url = target;
  }
}

/** `fetch` itself must run with `redirect: 'manual'`. */
export const redirectingAnswer = ({ status, headers, body }: Response) => ({
  status,
  retryAfter: headers.get('retry-after') ?? undefined,
  location: headers.get('location') ?? undefined,
  body,
});
