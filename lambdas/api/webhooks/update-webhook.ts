import { updateWebhook } from '../../contract/endpoints/webhooks';
import { badRequest } from '../../contract/errors';
import { implement } from '../../http/implement';
import { checkReceiver, checkRoom, ownWebhook } from '../shared/own-webhook';
import { standsAt, unwatch, watch, watchedChain } from '../shared/watch';
import { webhookView } from '../views/webhook';

export const handler = implement(updateWebhook, async ({ params, body, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const { status, ...settings } = body;
  if (settings.url !== undefined) checkReceiver(deps, settings.url);
  if (settings.includeInternalTxs && !watchedChain(deps, webhook.chain).traces)
    throw badRequest('includeInternalTxs', `chain ${webhook.chain} is not traced on this deployment`);
  const addresses = await deps.WatchedAddresses.of(webhook.id);
  const [isTurnedOn, isTurnedOff] = [status === 'active' && !webhook.active, status === 'inactive' && webhook.active];
  if (isTurnedOn) {
    await checkRoom(deps, caller);
    const since = await standsAt(deps, webhook.chain);
    await watch(
      deps,
      { ...webhook, ...(settings.includeInternalTxs ? { includeInternalTxs: true } : {}) },
      addresses,
      since,
    );
    await deps.write.Webhook.change(webhook, {
      ...settings,
      active: true,
      turnedOnAt: deps.now(),
      disabledReason: undefined,
      since,
    });
  } else {
    await deps.write.Webhook.change(webhook, { ...settings, ...(isTurnedOff ? { active: false } : {}) });
    if (settings.includeInternalTxs && webhook.active)
      await watch(deps, { ...webhook, includeInternalTxs: true }, addresses, webhook.since);
    if (isTurnedOff) await unwatch(deps, webhook, addresses);
  }
  return webhookView(await ownWebhook(deps, caller, params), addresses);
});
