// Reads every row of a list of the chain data service. Node 18 or newer, or a browser; no packages.

/** A longer wait is the end of a daily quota, which is for the caller to decide on. */
const MAX_WAIT_SECONDS = 60;

/**
 * Every row of a list, page after page. `url`: that of the first page, with its parameters. `field`: the list's name in
 * the answer, such as `transactions`.
 */
export async function* rows(url, field, key) {
  const page = new URL(url);
  for (;;) {
    const response = await fetch(page, { headers: key ? { 'x-service-api-key': key } : {} });
    const body = await response.json();
    const wait = Number(response.headers.get('retry-after'));
    if (response.status === 429 && wait <= MAX_WAIT_SECONDS) {
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
      continue;
    }
    if (!response.ok) throw new Error(`${body.statusCode} ${body.error}: ${body.message}`);
    yield* body[field];
    if (!body.nextPageToken) return;
    page.searchParams.set('pageToken', body.nextPageToken);
  }
}
