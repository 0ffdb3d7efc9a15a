import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import canonicalize from 'canonicalize';
import { BoundedCache } from '../../core/domain/bounded-cache';
import { USER_AGENT } from '../../core/fetch/user-agent';
import type { MessageBody } from './body';

/** The body is canonical JSON (RFC 8785), so that both signature schemes cover the same text. */
export interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Node re-creates a key given as bytes for each signature, which takes four times as long as signing. */
const keys = new BoundedCache<string, KeyObject>(1_000);

/**
 * In two schemes: `x-signature` (HMAC-SHA256 of the body, base64; `x-signature-previous`) and Standard Webhooks 1.0.0
 * (`webhook-id`, `webhook-timestamp`, one `webhook-signature` per secret). Current secret first. `now`: Unix ms.
 */
export function sign(message: MessageBody, secrets: readonly string[], now: number): Signed {
  const body = canonicalize(message) ?? '';
  const timestamp = String(Math.floor(now / 1_000));
  const [current = '', previous] = secrets;
  const standard = secrets.map((secret) => `v1,${hmac(secret, `${message.messageId}.${timestamp}.${body}`)}`);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': USER_AGENT,
      'x-signature': hmac(current, body),
      ...(previous === undefined ? {} : { 'x-signature-previous': hmac(previous, body) }),
      'webhook-id': message.messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard.join(' '),
    },
  };
}

function hmac(secret: string, text: string): string {
  const key = keys.get(secret) ?? createSecretKey(Buffer.from(secret));
  keys.set(secret, key);
  return createHmac('sha256', key).update(text).digest('base64');
}
