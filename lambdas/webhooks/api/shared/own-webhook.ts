import { notFound } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import type { WebhookRecord } from '../../domain/webhook';
import type { Deps } from '../implement';

/** Throws 404 if it does not exist or has another owner. */
export async function ownWebhook(
  deps: Pick<Deps<{ reads: ['Webhook'] }>, 'Webhook'>,
  { ownerId }: Caller,
  { id }: { readonly id: string },
): Promise<WebhookRecord> {
  const found = await deps.Webhook.find(ownerId, id);
  if (!found) throw notFound(`Webhook ${id}`);
  return found;
}
