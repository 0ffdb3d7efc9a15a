import { listWebhookMessages } from '../contract/message-endpoints';
import { messageView } from '../views/webhook-message';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(listWebhookMessages, async ({ params, query, page, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const { status } = query;
  // Only these two statuses have an index: they are too rare to filter for.
  const isListed = status === 'failed' || status === 'revoked';
  const list = isListed ? deps.Message.withStatus(webhook.id, status) : deps.Message.ofWebhook(webhook.id);
  const keep = status === undefined || isListed ? {} : { keep: (one: { status: string }) => one.status === status };
  const { values, next } = await deps.page([list], { ...page, ...keep, ascending: false });
  return { messages: values.map((message) => messageView(webhook, message)), ...page.token(next, 0) };
});
