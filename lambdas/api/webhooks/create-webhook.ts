import { v7 as uuid } from 'uuid';
import { createWebhook } from '../../contract/endpoints/webhooks';
import type { WebhookRecord } from '../../domain/webhooks/webhook';
import { implement } from '../../http/implement';
import { registrationOf } from '../../webhooks/kinds/registrations';
import { checkReceiver } from '../shared/own-webhook';
import { turnOn } from '../shared/turn-on';
import { currentPosition } from '../shared/watched-chain';
import { checkWebhookQuota, webhookLimits } from '../shared/webhook-limits';
import { webhookView } from '../views/webhook';

export const handler = implement(createWebhook, async ({ body, caller, deps }) => {
  webhookLimits(deps, caller);
  const { eventType, url, name = '', description = '', headers } = body;
  const { confirmations, removals } = 'confirmations' in body || 'removals' in body ? body : {};
  const kind = registrationOf(eventType);
  const chain = kind.chainOf(deps, body);
  checkReceiver(deps, url);
  const { fields, addresses } = await kind.read(deps, caller, chain, body);
  await checkWebhookQuota(deps, caller);
  const since = await currentPosition(deps, chain);
  const webhook: WebhookRecord = {
    id: uuid({ msecs: deps.now() }),
    owner: caller.ownerId,
    eventType,
    chain,
    url,
    name,
    description,
    active: true,
    createdAt: deps.now(),
    since,
    ...fields,
    ...(confirmations === undefined ? {} : { confirmations }),
    ...(removals === undefined ? {} : { removals }),
    ...(headers ? { headers } : {}),
  };
  await turnOn(deps, caller, { webhook, addresses }, (max) => deps.write.Webhook.create(webhook, addresses, max));
  return webhookView(webhook, addresses.toSorted());
});
