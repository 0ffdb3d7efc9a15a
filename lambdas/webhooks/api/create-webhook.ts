import { v7 as uuid } from 'uuid';
import { badRequest } from '../../core/contract/errors';
import { hashRequest } from '../../core/http/request-hash';
import { createWebhook } from '../contract/endpoints';
import type { WebhookRecord } from '../domain/webhook';
import { getRegistration } from '../kinds/registrations';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { deliverySettings } from './shared/delivery-settings';
import { turnOn } from './shared/turn-on';
import { currentPosition } from './shared/watched-chain';
import { checkWebhookQuota, webhookLimits } from './shared/webhook-limits';

export const handler = implement(createWebhook, async ({ headers: requestHeaders, body, caller, deps }) => {
  webhookLimits(deps, caller);
  const { eventType, name = '', description = '', headers, order } = body;
  const { confirmations, removals } = 'confirmations' in body || 'removals' in body ? body : {};
  const kind = getRegistration(eventType);
  const chain = kind.getChain(deps, body);
  const { url, delivery } = deliverySettings(deps, body);
  if (order === 'chain' && url === undefined)
    throw badRequest('order', 'must be absent if delivery is pull: a feed is always in order');
  const { fields, addresses } = await kind.read(deps, caller, chain, body);
  const requestHash = hashRequest(body);
  const since = await currentPosition(deps, chain);
  const created = { id: uuid({ msecs: deps.now() }), owner: caller.ownerId, createdAt: deps.now(), since };
  const idempotencyKey = requestHeaders['idempotency-key'];
  const first =
    idempotencyKey === undefined
      ? undefined
      : await deps.write.WebhookRequest.first(idempotencyKey, { ...created, requestHash });
  if (first) {
    if (first.requestHash !== requestHash)
      throw badRequest('idempotency-key', 'was already used with a different body');
    const existing = await deps.Webhook.find(first.owner, first.id);
    // The first request was interrupted: continue with its ID and position.
    if (existing) return webhookView(existing, await deps.WatchedAddresses.of(existing.id));
  }
  const { id, owner, createdAt } = first ?? created;
  await checkWebhookQuota(deps, caller);
  const webhook: WebhookRecord = {
    id,
    owner,
    eventType,
    chain,
    ...(url === undefined ? {} : { url }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(order === 'chain' ? { order } : {}),
    name,
    description,
    active: true,
    createdAt,
    since: first?.since ?? since,
    ...fields,
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(removals === undefined ? {} : { removals }),
    ...(headers ? { headers } : {}),
  };
  await turnOn(deps, caller, { webhook, addresses }, (max) => deps.write.Webhook.create(webhook, addresses, max));
  return webhookView(webhook, addresses.toSorted());
});
