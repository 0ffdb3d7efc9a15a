import { generateOrRotateSharedSecret } from '../contract/secret-endpoints';
import { secretView } from '../views/secret';
import { implement } from './implement';
import { webhookLimits } from './shared/webhook-limits';

export const handler = implement(generateOrRotateSharedSecret, async ({ query, caller, deps }) => {
  webhookLimits(deps, caller);
  const { immediate = false } = query;
  return secretView(await deps.write.WebhookSecret.rotate(caller.ownerId, deps.now(), { immediate }));
});
