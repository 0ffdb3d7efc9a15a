import { generateOrRotateWebhookSecret } from '../contract/secret-endpoints';
import { secretView } from '../views/secret';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(generateOrRotateWebhookSecret, async ({ params, query, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const { immediate = false } = query;
  return secretView(await deps.write.OwnSecret.rotate(webhook, deps.now(), { immediate }));
});
