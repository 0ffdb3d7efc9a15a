import { gunzipSync, gzipSync } from 'node:zlib';

/** An object of the bucket with this JSON. Level 1: three quarters of the savings in a fifth of the time. */
export const gzipped = (Key: string, json: string) => ({
  Key,
  Body: gzipSync(json, { level: 1 }),
  ContentEncoding: 'gzip',
  ContentType: 'application/json',
});

/** The text of such an object. */
export const gunzippedText = (bytes: Uint8Array): string => gunzipSync(bytes).toString('utf8');

/** What such an object holds. */
export const gunzipped = (bytes: Uint8Array): unknown => JSON.parse(gunzippedText(bytes));
