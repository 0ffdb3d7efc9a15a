import { createHash } from 'node:crypto';

/** Tells requests with the same idempotency key apart. Take it of the parsed body, in which equal requests are equal. */
export const hashRequest = (body: object): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');
