/**
 * Content-Security-Policy of a page that loads only `sources`, cannot be framed and submits no forms. A source is a
 * directive with its values, such as `script-src 'self'`.
 */
export const pagePolicy = (...sources: readonly string[]) => ({
  'content-security-policy': [
    "default-src 'none'",
    ...sources,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
});
