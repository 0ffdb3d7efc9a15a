import { removeAddressesFromWebhook } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { ownWebhook } from '../shared/own-webhook';
import { unwatch } from '../shared/watch';
import { webhookView } from '../views/webhook';

export const handler = implement(removeAddressesFromWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  await deps.write.WatchedAddresses.remove(webhook.id, body.addresses);
  await unwatch(deps, webhook, body.addresses);
  return webhookView(webhook, await deps.WatchedAddresses.of(webhook.id));
});
