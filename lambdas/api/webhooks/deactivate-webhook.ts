import { deactivateWebhook } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { ownWebhook } from '../shared/own-webhook';
import { unwatch } from '../shared/watch';
import { webhookView } from '../views/webhook';

export const handler = implement(deactivateWebhook, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  // Unwatched below: it takes no room any more, whoever turned it off.
  await deps.write.Webhook.change(webhook, { active: false, disabledReason: undefined });
  await unwatch(deps, webhook, addresses);
  const { disabledReason: _, ...rest } = webhook;
  return webhookView({ ...rest, active: false }, addresses);
});
