// Verifies a webhook of the chain data service. Node 18 or newer, no packages. Copy this file into your project.
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Messages whose timestamp is further than this from now, in either direction, are rejected. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether a message is authentic, by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature).
 * `secret`: the 64 hexadecimal digits of /v1/webhooks:getSharedSecret. `body`: the raw bytes, before any
 * parsing. `headers`: names in lower case. `now`: Unix seconds.
 */
export function verify(secret, headers, body, now = Date.now() / 1000) {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (!id || !/^\d+$/.test(timestamp ?? '') || !signatures) return false;
  if (Math.abs(now - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = hmac(secret, `${id}.${timestamp}.`, body);
  // All are checked: during a secret rotation there are two signatures, and only one of them uses our secret.
  return signatures.split(' ').some((signature) => {
    const [version, value] = signature.split(',');
    return version === 'v1' && same(value, expected);
  });
}

/** Checks only x-signature, which does not cover the time of sending. */
export function verifySimple(secret, headers, body) {
  const expected = hmac(secret, '', body);
  return same(headers['x-signature'], expected) || same(headers['x-signature-previous'], expected);
}

const hmac = (secret, prefix, body) =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(prefix).update(body).digest('base64');

function same(given, expected) {
  const [a, b] = [Buffer.from(String(given)), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
