import { randomBytes } from 'node:crypto';
import { ApiError } from '../../core/contract/errors';
import { testWebhook } from '../contract/endpoints';
import { sendNotice } from '../delivery/notice';
import { messageView } from '../views/webhook-message';
import { implement } from './shared/implement-notice';
import { ownWebhook } from './shared/own-webhook';

export const handler = implement(testWebhook, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  if (!webhook.active) throw new ApiError(400, `Webhook ${webhook.id} is inactive: turn it on first`);
  const cursor = await deps.Cursor.find(webhook.chain);
  const now = deps.now();
  const message = {
    webhook: webhook.id,
    owner: webhook.owner,
    block: cursor?.number ?? 0,
    tx: 0,
    digest: randomBytes(16).toString('hex'),
    kind: 'test' as const,
    createdAt: now,
  };
  const { Message: messages, FeedEntry: feed, PendingWebhook: pending } = deps.write;
  await sendNotice({ messages, feed, pending, deliveries: deps.queue }, webhook, message, now);
  return messageView(webhook, { ...message, status: 'pending', tries: 0, attempts: [] });
});
