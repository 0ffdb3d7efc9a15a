import { generateOrRotateSharedSecret } from '../../contract/endpoints/webhooks';
import { implement } from '../implement/webhooks';
import { webhookLimits } from '../shared/webhook-limits';
import { secretView } from '../views/secret';

export const handler = implement(generateOrRotateSharedSecret, async ({ query, caller, deps }) => {
  webhookLimits(deps, caller);
  const { immediate = false } = query;
  return secretView(await deps.write.WebhookSecret.rotate(caller.ownerId, deps.now(), { immediate }));
});
