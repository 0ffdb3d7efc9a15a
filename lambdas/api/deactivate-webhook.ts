import { deactivateWebhook } from '../contract/endpoints/webhooks';
import { implement } from '../http/implement';
import { ownWebhook } from './shared/own-webhook';
import { unwatch } from './shared/watch';
import { webhookView } from './views/webhook';

export const handler = implement(deactivateWebhook, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  await deps.write.Webhook.change(webhook, { active: false });
  await unwatch(deps, webhook, addresses);
  return webhookView({ ...webhook, active: false }, addresses);
});
