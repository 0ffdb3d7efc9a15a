/** Cross-origin pages see these; CORS exposes `Cache-Control` and `Content-Type` by default. */
export const EXPOSED_HEADERS = [
  'ETag',
  'RateLimit-Policy',
  'Retry-After',
  'x-ignored-parameters',
  'x-indexed-block',
  'x-request-id',
];

export const COMMON_HEADERS = {
  // Any origin is safe: the API uses keys, not cookies.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  // Responses contain third-party text that a browser must not sniff as a script.
  'x-content-type-options': 'nosniff',
};

export const CACHE_CONTROL = {
  /** Data of a final block: never changes. */
  final: 'public, max-age=31536000, immutable',
  /** Caches revalidate with the ETag. */
  changing: 'no-cache',
  /** Private to an owner, or an error. */
  never: 'no-store',
};
