/** Longer than API Gateway's integration timeout. */
const TIMEOUT_MS = 30_000;

export interface ApiResponse {
  readonly status: number;
  readonly statusText: string;
  /** The parsed JSON, or the text if it is not JSON. */
  readonly body: unknown;
  readonly ms: number;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** `path`: below the API's base path, which the page's `data-root` leads to. */
export const toUrl = (path: string): string =>
  new URL((document.documentElement.dataset.root ?? './') + path, document.baseURI).href;

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export const get = (path: string, key = ''): Promise<ApiResponse | undefined> => send({ path, key });

/** Undefined if the API is unreachable, or `signal` aborted the request. */
export async function send({
  method = 'GET',
  path,
  key = '',
  body,
  headers = {},
  signal = new AbortController().signal,
}: Request): Promise<ApiResponse | undefined> {
  const began = performance.now();
  try {
    const response = await fetch(toUrl(path), {
      method,
      headers: {
        ...headers,
        ...(key === '' ? {} : { 'x-service-api-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
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

export function getMessage({ body }: ApiResponse): string | undefined {
  const message = (body as { readonly message?: unknown } | null)?.message;
  return typeof message === 'string' ? message : undefined;
}
