import { getWebhook } from '../../contract/endpoints/webhooks';
import { implement } from '../implement/webhooks';
import { ownWebhook } from '../shared/own-webhook';
import { webhookView } from '../views/webhook';

export const handler = implement(getWebhook, async ({ params, caller, deps }) => {
  const [webhook, addresses, health] = await Promise.all([
    ownWebhook(deps, caller, params),
    deps.WatchedAddresses.of(params.id),
    deps.WebhookHealth.of([params.id]),
  ]);
  return webhookView(webhook, addresses, { health: health.get(webhook.id) });
});
