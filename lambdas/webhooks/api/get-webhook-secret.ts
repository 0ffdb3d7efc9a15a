import { notFound } from '../../core/contract/errors';
import { getWebhookSecret } from '../contract/secret-endpoints';
import { secretView } from '../views/secret';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(getWebhookSecret, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const secrets = await deps.OwnSecret.of(webhook);
  if (!secrets) throw notFound(`Secret of webhook ${webhook.id}`);
  return secretView(secrets);
});
