import * as z from 'zod';
import { blockNumber, hash, integer, milliseconds, number, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { toRemoval } from './event-types';

export const MessageStatus = z
  .enum(['pending', 'delivered', 'failed', 'revoked'], { error: 'must be pending, delivered, failed or revoked' })
  .meta({
    id: 'WebhookMessageStatus',
    description:
      'State of a message. revoked: a reorg removed its block before the message was sent. Messages of a webhook without a URL stay pending.',
  });
export type MessageStatus = z.infer<typeof MessageStatus>;

/** Loose on purpose: other ids are not found (404), not rejected. */
export const MessageId = z
  .string()
  .regex(/^\w{1,80}$/, 'must be a message ID')
  .meta({ description: 'The id of a message.', example: 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8' });

const Attempt = z
  .object({
    at: milliseconds('Time of the attempt.'),
    statusCode: integer('HTTP status of the response; absent if there was none.', 200).optional(),
    latencyMs: number('Time to the response status, in milliseconds.', 84),
    answer: text('First 1,024 bytes of the response body that arrived within a second of the status.', 'ok').optional(),
    error: text('Why there was no response.', 'connect ECONNREFUSED').optional(),
  })
  .meta({ id: 'WebhookAttempt', description: 'A delivery attempt.' });
export type Attempt = z.infer<typeof Attempt>;

export const WebhookMessage = z
  .object({
    messageId: text(
      'Id of the message, the same for all attempts and replays.',
      'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8',
    ),
    kind: z.enum(['added', 'removed', 'test', 'operation']).meta({
      description:
        'added: a block was added to the chain. removed: reverts an added message after a reorg. operation: an operation has ended.',
    }),
    status: MessageStatus,
    txHash: hash('Hash of the transaction, if any.').optional(),
    blockNumber: blockNumber.optional(),
    blockHash: hash('Hash of the block, if any.').optional(),
    createdAt: milliseconds('When it was created.'),
    sequence: integer(
      'Sequence number within the webhook, from 1, as in the message body. Absent until the message is sent.',
      41,
    ).optional(),
    revokedAt: milliseconds(
      'When a reorg removed its block: the message is no longer sent, whatever its status.',
    ).optional(),
    nextAttemptAt: milliseconds('Time of the next attempt.').optional(),
    attempts: z.array(Attempt).meta({ description: 'Attempts so far, oldest first.' }),
  })
  .meta({ id: 'WebhookMessage', description: 'A webhook message with its delivery attempts.' });
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const ListWebhookMessages = z
  .object({
    messages: z.array(WebhookMessage).meta({ description: 'The messages of this page, newest block first.' }),
    nextPageToken,
  })
  .meta({ id: 'ListWebhookMessagesResponse', description: 'A page of the messages of a webhook.' });

export const messageFields = {
  webhookId: text('The id of the webhook.', '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10'),
  sequence: integer(
    'Sequence number of the message within the webhook, the same for all attempts and replays. A gap is a message that is still being retried or has failed: see the list of messages.',
    41,
  ),
  messageId: text(
    'Id of the message, the same for all attempts and replays. Begins with test_ for a test and with op_ for the end of an operation.',
    'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8',
  ),
};

export const getMessage = <T extends string, E extends z.ZodType>(eventType: T, event: E) =>
  z.object({
    ...messageFields,
    eventType: z
      .enum([eventType, toRemoval(eventType)])
      .meta({ description: `${toRemoval(eventType)}: reverts an earlier message.` }),
    event,
  });

export const defineFinalMessage = <T extends string, E extends z.ZodType>(eventType: T, event: E) =>
  z.object({ ...messageFields, eventType: z.literal(eventType).meta({ description: 'The event type.' }), event });
