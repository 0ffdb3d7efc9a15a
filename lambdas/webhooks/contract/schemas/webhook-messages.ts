import * as z from 'zod';
import { blockNumber, hash, integer, milliseconds, number, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { toRemoval } from './event-types';

/** The state of a message. `revoked`: its block was removed by a reorg before the message was sent, or meanwhile. */
export const MessageStatus = z
  .enum(['pending', 'delivered', 'failed', 'revoked'], { error: 'must be pending, delivered, failed or revoked' })
  .meta({
    id: 'WebhookMessageStatus',
    description: 'State of a message. revoked: its block left the chain before the message was sent.',
  });
/** The state of a message. */
export type MessageStatus = z.infer<typeof MessageStatus>;

/** The id of a message, as receivers see it. Anything else that could be one is not found. */
export const MessageId = z
  .string()
  .regex(/^\w{1,80}$/, 'must be the id of a message')
  .meta({ description: 'The id of a message.', example: 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8' });

const Attempt = z
  .object({
    at: milliseconds('When it was sent.'),
    statusCode: integer('HTTP status of the answer; absent where there was none.', 200).optional(),
    latencyMs: number('Time until the status of the answer, in milliseconds.', 84),
    answer: text(
      'The first 1,024 bytes of the answer’s body that arrived within a second of its status.',
      'ok',
    ).optional(),
    error: text('Why there was no answer.', 'connect ECONNREFUSED').optional(),
  })
  .meta({ id: 'WebhookAttempt', description: 'One try to send a message.' });
/** One try to send a message. */
export type Attempt = z.infer<typeof Attempt>;

/** A message to a webhook, with its attempts: without its content, which the chain has. */
export const WebhookMessage = z
  .object({
    messageId: text('The same at each attempt and replay.', 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8'),
    kind: z.enum(['added', 'removed', 'test', 'operation']).meta({
      description:
        'added: the block joined the chain. removed: takes an added one back. operation: an operation has ended.',
    }),
    status: MessageStatus,
    txHash: hash('Hash of the transaction; absent where there is none.').optional(),
    blockNumber: blockNumber.optional(),
    blockHash: hash('Hash of the block; absent where there is none.').optional(),
    createdAt: milliseconds('When it was created.'),
    sequence: integer(
      'Its number among the messages of the webhook, as its body has it: 1 is the first. Absent until it is sent.',
      41,
    ).optional(),
    revokedAt: milliseconds(
      'When its block was found to have left the chain: whatever the status, it is not sent any more.',
    ).optional(),
    nextAttemptAt: milliseconds('When it is tried next.').optional(),
    attempts: z.array(Attempt).meta({ description: 'Every try so far, oldest first.' }),
  })
  .meta({ id: 'WebhookMessage', description: 'A message to a webhook, with its attempts.' });
/** A message to a webhook, with its attempts. */
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const ListWebhookMessages = z
  .object({
    messages: z.array(WebhookMessage).meta({ description: 'The messages of this page, newest block first.' }),
    nextPageToken,
  })
  .meta({ id: 'ListWebhookMessagesResponse', description: 'A page of the messages of a webhook.' });

/** What the body of every message has. */
export const messageFields = {
  webhookId: text('The id of the webhook.', '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10'),
  sequence: integer(
    'Number of the message among those of the webhook, the same at each attempt and replay. A number that does not come belongs to a message that is still tried, or has failed, and is in the list of messages.',
    41,
  ),
  messageId: text(
    'The same at each attempt and replay. Begins with test_ for a test, and with op_ where an operation has ended.',
    'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8',
  ),
};

/** The body of a message of an event type, and of one that takes such a message back. */
export const getMessage = <T extends string, E extends z.ZodType>(eventType: T, event: E) =>
  z.object({
    ...messageFields,
    eventType: z
      .enum([eventType, toRemoval(eventType)])
      .meta({ description: `${toRemoval(eventType)}: takes back what an earlier message said.` }),
    event,
  });

/** The same of an event type of a chain whose blocks are final: nothing is taken back. */
export const defineFinalMessage = <T extends string, E extends z.ZodType>(eventType: T, event: E) =>
  z.object({ ...messageFields, eventType: z.literal(eventType).meta({ description: 'The event type.' }), event });
