import { generateOrRotateWebhookSecret } from '../../contract/endpoints/webhooks';
import { implement } from '../implement/webhooks';
import { ownWebhook } from '../shared/own-webhook';
import { secretView } from '../views/secret';

export const handler = implement(generateOrRotateWebhookSecret, async ({ params, query, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const { immediate = false } = query;
  return secretView(await deps.write.OwnSecret.rotate(webhook, deps.now(), { immediate }));
});
