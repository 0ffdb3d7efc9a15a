import { removeWebhookSecret } from '../contract/secret-endpoints';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(removeWebhookSecret, async ({ params, caller, deps }) => {
  await deps.write.OwnSecret.remove(await ownWebhook(deps, caller, params));
  return {};
});
