import { v7 as uuid } from 'uuid';
import { createWebhook } from '../../contract/endpoints/webhooks';
import { badRequest } from '../../contract/errors';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { implement } from '../../http/implement';
import { checkReceiver, checkRoom, tooManyAddresses, webhookLimits } from '../shared/own-webhook';
import { standsAt, watch, watchedChain } from '../shared/watch';
import { webhookView } from '../views/webhook';

export const handler = implement(createWebhook, async ({ body, caller, deps }) => {
  const { webhookAddresses } = webhookLimits(deps, caller);
  // The other kinds were refused with the body.
  if (body.eventType !== 'address_activity') throw badRequest('eventType', 'is not available on this deployment');
  const { url, metadata, name = '', description = '', includeInternalTxs, includeLogs, confirmations } = body;
  const chain = watchedChain(deps, body.chainId);
  checkReceiver(deps, url);
  if (includeInternalTxs && !chain.traces)
    throw badRequest('includeInternalTxs', `chain ${chain.chainId} is not traced on this deployment`);
  if (metadata.addresses.length > webhookAddresses) throw tooManyAddresses(deps, caller);
  await checkRoom(deps, caller);
  const since = await standsAt(deps, chain.chainId);
  const webhook: WebhookRecord = {
    id: uuid({ msecs: deps.now() }),
    owner: caller.ownerId,
    chain: chain.chainId,
    url,
    name,
    description,
    active: true,
    createdAt: deps.now(),
    since,
    ...(metadata.eventSignatures ? { eventSignatures: metadata.eventSignatures } : {}),
    ...(includeInternalTxs === undefined ? {} : { includeInternalTxs }),
    ...(includeLogs === undefined ? {} : { includeLogs }),
    ...(confirmations === undefined ? {} : { confirmations }),
  };
  // The webhook last: what is left of a creation that was cut off watches for nobody.
  await deps.write.WatchedAddresses.add(webhook.id, metadata.addresses, webhookAddresses);
  await watch(deps, webhook, metadata.addresses, since);
  await deps.write.Webhook.create(webhook);
  return webhookView(webhook, metadata.addresses.toSorted());
});
