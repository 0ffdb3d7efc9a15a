// Apart from the other endpoints, which would load it.
import * as z from 'zod';
import { endpoint } from '../../core/contract/endpoint';
import { Paging } from '../../core/contract/schemas/params';
import { WebhookId } from '../../core/contract/schemas/webhook-id';
import { byId, ofOwner } from './of-owner';
import { ListWebhookMessages, MessageId, MessageStatus, WebhookMessage } from './schemas/webhook-messages';
import { ReplayRange } from './schemas/webhook-requests';
import { ReplayAccepted } from './schemas/webhooks';

export const listWebhookMessages = endpoint({
  ...ofOwner,
  ...byId,
  method: 'GET',
  id: 'listWebhookMessages',
  path: '/v1/webhooks/{id}/messages',
  summary: 'List the messages of a webhook, newest block first',
  description:
    'Includes all attempts of the last 30 days. Filtering by failed or revoked reads only such messages. A message that was delivered or failed before its block left the chain keeps its status and has `revokedAt`. An extension of this service.',
  weight: 20,
  uses: { reads: ['Webhook', 'Message'] },
  query: z.object({ ...Paging, status: MessageStatus.optional() }),
  response: ListWebhookMessages,
});

export const replayMessage = endpoint({
  ...ofOwner,
  method: 'POST',
  id: 'replayMessage',
  path: '/v1/webhooks/{id}/messages/{messageId}/replay',
  summary: 'Replay a message',
  description:
    'One attempt with the same id and the current secret, whatever the message’s status and whether or not the webhook is active. Revoked messages are not sent; a message that is already queued for replay is sent once. The plan limits replays per day (UTC): above the limit the response is 429, with the seconds until the end of the day in Retry-After. An extension of this service.',
  weight: 20,
  success: 201,
  params: z.object({ id: WebhookId, messageId: MessageId }),
  uses: {
    reads: ['Webhook', 'Message', 'ReplayCount'],
    writes: ['ReplayEntry', 'ReplayCount', 'PendingWebhook', 'PendingReplays'],
    queue: 'deliveries',
  },
  response: WebhookMessage,
});

export const replayMessages = endpoint({
  ...ofOwner,
  ...byId,
  method: 'POST',
  id: 'replayMessages',
  path: '/v1/webhooks/{id}/replay',
  summary: 'Replay the messages of a time or block range',
  description:
    'Messages of the last 30 days are sent once each, with the same id, in chain order, several at a time. Revoked messages and messages not yet sent for the first time are skipped. The response does not wait: the list of messages shows the attempts. The plan limits replays per day (UTC); `remaining` is the allowance before this request. A replay that exceeds it stops after the oldest blocks; repeat the request the next day with status failed or a later fromBlock. It also stops if the webhook is deactivated meanwhile. With no allowance left the response is 429, with the seconds until the end of the day in Retry-After. An extension of this service.',
  weight: 50,
  success: 201,
  body: ReplayRange,
  uses: { reads: ['Webhook', 'ReplayCount'], queue: 'replays' },
  response: ReplayAccepted,
});
