/**
 * Headers of answers that a page of another origin may read. CORS shows only a few by itself, of which `Cache-Control`
 * and `Content-Type` are used here.
 */
export const EXPOSED_HEADERS = [
  'ETag',
  'RateLimit-Policy',
  'Retry-After',
  'x-ignored-parameters',
  'x-indexed-block',
  'x-request-id',
];

/** Headers of every answer that a function gives. */
export const COMMON_HEADERS = {
  // Browsers may call from any origin: the API uses keys, not cookies.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(','),
  // An answer repeats text of strangers: no browser may take it for another type, such as a script.
  'x-content-type-options': 'nosniff',
};

/** `Cache-Control` of answers, by who may keep them. */
export const CACHE_CONTROL = {
  /** Of a final block: it never changes. */
  final: 'public, max-age=31536000, immutable',
  /** It may have changed a moment later: a cache asks each time, by the answer's ETag. */
  changing: 'no-cache',
  /** It belongs to an owner, or is an error. */
  never: 'no-store',
};
