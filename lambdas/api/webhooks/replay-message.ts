import { replayMessage } from '../../contract/endpoints/webhooks';
import { ApiError, notFound } from '../../contract/errors';
import type { Delivery } from '../../contract/messages';
import { messageId, refOfId } from '../../domain/webhooks/message';
import { implement } from '../../http/implement';
import { ownWebhook } from '../shared/own-webhook';
import { messageView } from '../views/webhook-message';

export const handler = implement(replayMessage, async ({ params, caller, deps }) => {
  const webhook = await ownWebhook(deps, caller, params);
  const ref = refOfId(webhook.id, params.messageId);
  const message = ref && (await deps.Message.find(ref));
  if (!message || messageId(message) !== params.messageId) throw notFound(`Message ${params.messageId}`);
  if (message.status === 'revoked')
    throw new ApiError(400, `Message ${params.messageId} was taken back: its block is not on the chain`);
  const delivery: Delivery = { ...ref, replay: true };
  await deps.queue.send([delivery]);
  return messageView(message);
});
