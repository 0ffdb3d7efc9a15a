import { getWebhook } from '../contract/endpoints';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(getWebhook, async ({ params, caller, deps }) => {
  const [webhook, addresses, health] = await Promise.all([
    ownWebhook(deps, caller, params),
    deps.WatchedAddresses.of(params.id),
    deps.WebhookHealth.of([params.id]),
  ]);
  return webhookView(webhook, addresses, { health: health.get(webhook.id) });
});
