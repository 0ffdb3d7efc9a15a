/** Each source is a directive with its values, such as `script-src 'self'`. No frames, no forms. */
export const pagePolicy = (...sources: readonly string[]) => ({
  'content-security-policy': [
    "default-src 'none'",
    ...sources,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; '),
});
