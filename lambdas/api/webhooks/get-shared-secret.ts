import { getSharedSecret } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { webhookLimits } from '../shared/webhook-limits';

export const handler = implement(getSharedSecret, async ({ caller, deps }) => {
  webhookLimits(deps, caller);
  const { current } = await deps.write.WebhookSecret.ensure(caller.ownerId, deps.now());
  return { secret: Buffer.from(current).toString('hex') };
});
