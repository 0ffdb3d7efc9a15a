import { deactivateWebhook } from '../contract/endpoints';
import { registrationFor } from '../kinds/registrations';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(deactivateWebhook, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  await deps.write.Webhook.turnOff(webhook);
  // Unconditionally, so that a retry completes an interrupted request.
  await registrationFor(webhook).unwatch(deps, webhook, addresses);
  const { disabledReason: _reason, disabledAt: _at, ...rest } = webhook;
  return webhookView({ ...rest, active: false }, addresses);
});
