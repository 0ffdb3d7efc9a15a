import { ApiError } from '../../../core/contract/errors';
import type { WebhookRecord } from '../../domain/webhook';
import { registrationFor } from '../../kinds/registrations';
import { ownWebhook } from './own-webhook';

/** The caller's webhook, for endpoints of its addresses. Throws 400 if its kind of event has no list of them. */
export async function ownAddressWebhook(...request: Parameters<typeof ownWebhook>): Promise<WebhookRecord> {
  const webhook = await ownWebhook(...request);
  if (!registrationFor(webhook).watchesAddresses(webhook))
    throw new ApiError(400, `Webhook ${webhook.id} of ${webhook.eventType} has no list of addresses`);
  return webhook;
}
