/**
 * The Content-Security-Policy of a page that loads nothing but what `sources` allow, is shown in no frame and sends no
 * form. A source is a directive with its values, such as `script-src 'self'`.
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
