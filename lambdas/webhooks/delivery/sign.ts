import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Webhook } from 'standardwebhooks';
import type { MessageBody } from './body';

/** What is sent. The body is canonical JSON (RFC 8785), so that both signature schemes cover the same text. */
export interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs a message with each of the secrets, the current one first, in two schemes: `x-signature` (HMAC-SHA256 of the
 * body, base64; `x-signature-previous` with the previous secret) and Standard Webhooks (`webhook-id`,
 * `webhook-timestamp`, `webhook-signature` with a signature for each secret). `now`: Unix ms.
 */
export function sign(message: MessageBody, secrets: readonly string[], now: number): Signed {
  const body = canonicalize(message) ?? '';
  const [current = '', previous] = secrets;
  const hmac = (secret: string) => createHmac('sha256', Buffer.from(secret)).update(body).digest('base64');
  const standard = secrets.map((secret) =>
    new Webhook(Buffer.from(secret).toString('base64')).sign(message.messageId, new Date(now), body),
  );
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'chain-data-service',
      'x-signature': hmac(current),
      ...(previous === undefined ? {} : { 'x-signature-previous': hmac(previous) }),
      'webhook-id': message.messageId,
      'webhook-timestamp': String(Math.floor(now / 1_000)),
      'webhook-signature': standard.join(' '),
    },
  };
}
