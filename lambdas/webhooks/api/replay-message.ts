import { ApiError, notFound } from '../../core/contract/errors';
import { replayMessage } from '../contract/message-endpoints';
import { announce } from '../delivery/announce';
import { messageId, refOfId } from '../domain/message';
import { messageView } from '../views/webhook-message';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';
import { replayLimit, tooManyReplays } from './shared/webhook-limits';

export const handler = implement(replayMessage, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const ref = refOfId(webhook.id, params.messageId);
  const message = ref && (await deps.Message.find(ref));
  if (!message || messageId(message) !== params.messageId) throw notFound(`Message ${params.messageId}`);
  if (message.revokedAt !== undefined)
    throw new ApiError(400, `Message ${params.messageId} was revoked: its block is no longer canonical`);
  if (message.status === 'pending' && message.attempts.length === 0)
    throw new ApiError(400, `Message ${params.messageId} has not been sent for the first time yet`);
  const { cutAt } = await deps.write.ReplayEntry.add([message], deps.now(), replayLimit(deps, caller));
  if (cutAt) throw tooManyReplays(deps, caller);
  const delivery = { webhook: webhook.id, owner: webhook.owner };
  await announce(deps.write.PendingWebhook, deps.queue, delivery, deps.now(), { replays: true });
  return messageView(webhook, message);
});
