import { addAddressesToWebhook } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { ownWebhook, tooManyAddresses, webhookLimits } from '../shared/own-webhook';
import { standsAt, watch } from '../shared/watch';
import { webhookView } from '../views/webhook';

export const handler = implement(addAddressesToWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const { webhookAddresses } = webhookLimits(deps, caller);
  const fits = await deps.write.WatchedAddresses.add(webhook.id, body.addresses, webhookAddresses);
  if (!fits) throw tooManyAddresses(deps, caller);
  // All that were named: a request that was cut off is made whole by its repetition.
  await watch(deps, webhook, body.addresses, await standsAt(deps, webhook.chain));
  return webhookView(webhook, await deps.WatchedAddresses.of(webhook.id));
});
