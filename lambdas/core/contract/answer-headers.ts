/**
 * Response headers exposed to cross-origin pages. CORS exposes a few by default; `Cache-Control` and `Content-Type` are
 * the ones used here.
 */
export const EXPOSED_HEADERS = [
  'ETag',
  'RateLimit-Policy',
  'Retry-After',
  'x-ignored-parameters',
  'x-indexed-block',
  'x-request-id',
];

/** Headers of every response of a function. */
export const COMMON_HEADERS = {
  // Any origin is safe: the API uses keys, not cookies.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  // Responses contain third-party text that a browser must not sniff as another type, such as a script.
  'x-content-type-options': 'nosniff',
};

/** `Cache-Control` of responses. */
export const CACHE_CONTROL = {
  /** Data of a final block: never changes. */
  final: 'public, max-age=31536000, immutable',
  /** May change at any time: caches revalidate with the ETag. */
  changing: 'no-cache',
  /** Private to an owner, or an error. */
  never: 'no-store',
};
