import { listWebhookMessages } from '../../contract/endpoints/webhooks';
import { implement } from '../../http/implement';
import { ownWebhook } from '../shared/own-webhook';
import { messageView } from '../views/webhook-message';

export const handler = implement(listWebhookMessages, async ({ params, query, page, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const keep = query.status === undefined ? {} : { keep: (one: { status: string }) => one.status === query.status };
  const list = deps.Message.ofWebhook(webhook.id);
  const { values, next } = await deps.page([list], { ...page, ...keep, ascending: false });
  return { messages: values.map(messageView), ...page.token(next, 0) };
});
