import { createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { Webhook } from 'standardwebhooks';
import type { WebhookBody } from '../../contract/schemas/webhook-messages';

/** What goes over the wire: the body is the canonical JSON (RFC 8785), so that both ways of verifying see one text. */
export interface Signed {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Signs a message with each of the secrets, the current one first, in the two ways that receivers know: `x-signature`
 * (HMAC-SHA256 of the body, base64; `x-signature-previous` with the secret before) and Standard Webhooks
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature` with one signature a secret). `now`: Unix ms.
 */
export function sign(message: WebhookBody, secrets: readonly string[], now: number): Signed {
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
