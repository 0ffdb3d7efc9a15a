import { badRequest } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import type { OperationRecord } from '../../../exports/domain/operation';
import type { Deps } from '../../../webhooks/api/implement';

/** Throws 400 if the webhook does not exist, belongs to another owner or is inactive. */
export async function findNotifiedWebhook(
  deps: Deps<{ reads: ['Webhook', 'Cursor'] }>,
  { ownerId }: Caller,
  { notifyWebhookId: id }: { readonly notifyWebhookId?: string | undefined },
): Promise<OperationRecord['notify']> {
  if (id === undefined) return undefined;
  const webhook = await deps.Webhook.find(ownerId, id);
  if (!webhook) throw badRequest('notifyWebhookId', `webhook ${id} was not found`);
  if (!webhook.active) throw badRequest('notifyWebhookId', `webhook ${id} is inactive; activate it first`);
  const cursor = await deps.Cursor.find(webhook.chain);
  return { webhook: id, block: Math.max(0, cursor?.number ?? 0) };
}
