import { getSharedSecret } from '../contract/secret-endpoints';
import { secretView } from '../views/secret';
import { implement } from './implement';
import { webhookLimits } from './shared/webhook-limits';

export const handler = implement(getSharedSecret, async ({ caller, deps }) => {
  webhookLimits(deps, caller);
  return secretView(await deps.write.WebhookSecret.ensure(caller.ownerId, deps.now()));
});
