import { createHash } from 'node:crypto';

/** Detects different requests under one idempotency key. Hash the parsed body. */
export const hashRequest = (body: object): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');
