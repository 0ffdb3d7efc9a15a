import { ApiError } from '../../../core/contract/errors';
import type { WebhookRecord } from '../../domain/webhook';
import { registrationFor } from '../../kinds/registrations';
import { ownWebhook } from './own-webhook';

/** Throws 404, or 400 if the event type has no address list. */
export async function ownAddressWebhook(...request: Parameters<typeof ownWebhook>): Promise<WebhookRecord> {
  const webhook = await ownWebhook(...request);
  if (!registrationFor(webhook).watchesAddresses(webhook))
    throw new ApiError(400, `Webhook ${webhook.id} (${webhook.eventType}) has no address list`);
  return webhook;
}
