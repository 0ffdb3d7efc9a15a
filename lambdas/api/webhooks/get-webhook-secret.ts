import { getWebhookSecret } from '../../contract/endpoints/webhooks';
import { notFound } from '../../contract/errors';
import { implement } from '../implement/webhooks';
import { ownWebhook } from '../shared/own-webhook';
import { secretView } from '../views/secret';

export const handler = implement(getWebhookSecret, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const secrets = await deps.OwnSecret.of(webhook);
  if (!secrets) throw notFound(`a secret of webhook ${webhook.id}`);
  return secretView(secrets);
});
