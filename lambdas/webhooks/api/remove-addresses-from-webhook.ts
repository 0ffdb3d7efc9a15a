import { removeAddressesFromWebhook } from '../contract/endpoints';
import { registrationFor } from '../kinds/registrations';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { ownAddressWebhook } from './shared/own-address-webhook';

export const handler = implement(removeAddressesFromWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownAddressWebhook(deps, caller, params);
  await deps.write.WatchedAddresses.remove(webhook.id, body.addresses);
  await registrationFor(webhook).unwatch(deps, webhook, body.addresses);
  return webhookView(webhook, await deps.WatchedAddresses.of(webhook.id));
});
