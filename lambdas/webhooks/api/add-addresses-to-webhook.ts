import { addAddressesToWebhook } from '../contract/endpoints';
import { registrationFor } from '../kinds/registrations';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { ownAddressWebhook } from './shared/own-address-webhook';
import { currentPosition } from './shared/watched-chain';
import { tooManyAddresses, webhookLimits } from './shared/webhook-limits';

export const handler = implement(addAddressesToWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownAddressWebhook(deps, caller, params);
  const { webhookAddresses } = webhookLimits(deps, caller);
  const fits = await deps.write.WatchedAddresses.add(webhook.id, body.addresses, webhookAddresses);
  if (!fits) throw tooManyAddresses(deps, caller);
  // All addresses of the request, not only new ones, so that a retry completes an interrupted request.
  const since = await currentPosition(deps, webhook.chain);
  await registrationFor(webhook).watch(deps, webhook, body.addresses, since);
  return webhookView(webhook, await deps.WatchedAddresses.of(webhook.id));
});
