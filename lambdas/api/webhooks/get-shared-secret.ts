import { getSharedSecret } from '../../contract/endpoints/webhooks';
import { implement } from '../implement/webhooks';
import { webhookLimits } from '../shared/webhook-limits';
import { secretView } from '../views/secret';

export const handler = implement(getSharedSecret, async ({ caller, deps }) => {
  webhookLimits(deps, caller);
  return secretView(await deps.write.WebhookSecret.ensure(caller.ownerId, deps.now()));
});
