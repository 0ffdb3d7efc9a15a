/** Longer than API Gateway's integration timeout. */
const TIMEOUT_MS = 30_000;

export interface Answer {
  readonly status: number;
  readonly statusText: string;
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
  readonly ms: number;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** The page is served from the API's base path. */
export const toUrl = (path: string): string => new URL(path, document.baseURI).href;

/** Undefined if the API is unreachable. */
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
      // HTTP/2 has no reason phrases; error bodies repeat the status text.
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

export function getMessage({ body }: Answer): string | undefined {
  const message = (body as { readonly message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : undefined;
}
