/** Longer than API Gateway waits for a function. */
const TIMEOUT_MS = 30_000;

/** What the API answered. */
export interface Answer {
  readonly status: number;
  /** The status with its reason phrase, such as `200 OK`. */
  readonly statusText: string;
  /** The parsed body; its text where it is no JSON. */
  readonly body: unknown;
  readonly ms: number;
  /** Seconds to wait, of a 429. */
  readonly retryAfter?: number;
}

/** The URL of a path of the API: the page is in the folder that the API is served from. */
export const toUrl = (path: string): string => new URL(path, document.baseURI).href;

/** GET with the key, if there is one. Undefined where the API does not answer at all. */
export async function get(path: string, key = ''): Promise<Answer | undefined> {
  const began = performance.now();
  try {
    const response = await fetch(toUrl(path), {
      headers: key === '' ? {} : { 'x-service-api-key': key },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      // HTTP/2 has no reason phrases: the body of every error repeats it.
      statusText: `${response.status} ${response.statusText || (response.ok ? 'OK' : '')}`.trim(),
      body: parsed(text),
      ms: Math.round(performance.now() - began),
      ...(retryAfter >= 0 ? { retryAfter } : {}),
    };
  } catch {
    return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The message of an error answer, if it has one. */
export function getMessage({ body }: Answer): string | undefined {
  const message = (body as { readonly message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : undefined;
}
