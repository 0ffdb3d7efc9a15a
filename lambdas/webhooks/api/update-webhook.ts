import { updateWebhook } from '../contract/endpoints';
import { registrationFor } from '../kinds/registrations';
import { webhookView } from '../views/webhook';
import { implement } from './implement';
import { deliverySettings } from './shared/delivery-settings';
import { ownWebhook } from './shared/own-webhook';
import { turnOn } from './shared/turn-on';
import { currentPosition } from './shared/watched-chain';
import { checkWebhookQuota } from './shared/webhook-limits';

export const handler = implement(updateWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const kind = registrationFor(webhook);
  const { status, ...changes } = body;
  kind.checkChanges(deps, webhook, changes);
  const { filters, headers, url, delivery, ...rest } = changes;
  const settings = {
    ...rest,
    ...deliverySettings(deps, { url, delivery }, webhook),
    ...(webhook.includeInternalTxs ? { waitsForTraces: true } : {}),
    ...(filters === undefined ? {} : { filters: filters ?? undefined }),
    ...(headers === undefined ? {} : { headers: headers ?? undefined }),
  };
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  if (status === 'active' && !webhook.active) {
    // A webhook disabled by the service still counts towards the quota.
    if (webhook.disabledReason === undefined) await checkWebhookQuota(deps, caller);
    const since = await currentPosition(deps, webhook.chain);
    const state = { since, turnedOnAt: deps.now(), settings };
    await turnOn(deps, caller, { webhook: { ...webhook, since }, addresses, settings: changes }, (max) =>
      deps.write.Webhook.turnOn(webhook, max, state),
    );
  } else if (status === 'inactive') {
    await deps.write.Webhook.turnOff(webhook, settings);
    await kind.unwatch(deps, webhook, addresses);
  } else {
    await deps.write.Webhook.change(webhook, settings);
    if (webhook.active) await kind.changed(deps, webhook, changes, addresses);
  }
  return webhookView(await ownWebhook(deps, caller, params), addresses);
});
