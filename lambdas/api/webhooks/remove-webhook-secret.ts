import { removeWebhookSecret } from '../../contract/endpoints/webhooks';
import { implement } from '../implement/webhooks';
import { ownWebhook } from '../shared/own-webhook';

export const handler = implement(removeWebhookSecret, async ({ params, caller, deps }) => {
  await deps.write.OwnSecret.remove(await ownWebhook(deps, caller, params));
  return {};
});
