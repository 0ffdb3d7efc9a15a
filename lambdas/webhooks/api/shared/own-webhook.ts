import { badRequest, notFound } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import { isPublicLiteral } from '../../../core/domain/public-address';
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

/** Throws 400. DNS is checked at each delivery, as it may change at any time. */
export function checkReceiver({ webhookLoopback }: Deps, text: string): void {
  const url = new URL(text);
  const local =
    webhookLoopback && url.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (local) return;
  if (url.protocol !== 'https:') throw badRequest('url', 'must be an https URL');
  if (!isPublicLiteral(url.hostname)) throw badRequest('url', `${url.hostname} is not a public address`);
}
