import { updateWebhook } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { registrationFor } from '../../webhooks/kinds/registrations';
import { checkReceiver, ownWebhook } from '../shared/own-webhook';
import { currentPosition } from '../shared/watched-chain';
import { checkWebhookQuota } from '../shared/webhook-limits';
import { webhookView } from '../views/webhook';

export const handler = implement(updateWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const kind = registrationFor(webhook);
  const { status, ...changes } = body;
  if (changes.url !== undefined) checkReceiver(deps, changes.url);
  kind.checkChanges(deps, webhook, changes);
  const { filters, ...rest } = changes;
  const settings = { ...rest, ...(filters === undefined ? {} : { filters: filters ?? undefined }) };
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  const [isTurnedOn, isTurnedOff] = [status === 'active' && !webhook.active, status === 'inactive' && webhook.active];
  if (isTurnedOn) {
    await checkWebhookQuota(deps, caller);
    const since = await currentPosition(deps, webhook.chain);
    await kind.watch(deps, webhook, addresses, since, changes);
    await deps.write.Webhook.change(webhook, {
      ...settings,
      active: true,
      turnedOnAt: deps.now(),
      disabledReason: undefined,
      since,
    });
  } else {
    await deps.write.Webhook.change(webhook, { ...settings, ...(isTurnedOff ? { active: false } : {}) });
    if (webhook.active) await kind.changed(deps, webhook, changes, addresses);
    if (isTurnedOff) await kind.unwatch(deps, webhook, addresses);
  }
  return webhookView(await ownWebhook(deps, caller, params), addresses);
});
