import * as z from 'zod';
import { type EventType, removalOf } from './event-types';
import { nextPageToken } from './params';

/** The state of a message. `revoked`: its block was removed by a reorg before the message was sent, or meanwhile. */
export const MessageStatus = z.enum(['pending', 'delivered', 'failed', 'revoked'], {
  error: 'must be pending, delivered, failed or revoked',
});
/** The state of a message. */
export type MessageStatus = z.infer<typeof MessageStatus>;

/** The id of a message, as receivers see it. Anything else that could be one is not found. */
export const MessageId = z
  .string()
  .regex(/^\w{1,80}$/, 'must be the id of a message')
  .meta({ example: 'msg_0000000123_00004_5f0c3a2b1d4e6f708192a3b4c5d6e7f8' });

const Attempt = z
  .object({
    at: z.number().meta({ description: 'When it was sent, Unix milliseconds.' }),
    statusCode: z.int().optional().meta({ description: 'HTTP status of the answer; absent where there was none.' }),
    latencyMs: z.number(),
    answer: z.string().optional().meta({ description: 'The first 1,024 bytes of the answer.' }),
    error: z.string().optional().meta({ description: 'Why there was no answer.' }),
  })
  .meta({ id: 'WebhookAttempt' });
/** One try to send a message. */
export type Attempt = z.infer<typeof Attempt>;

/** A message to a webhook, with its attempts: without its content, which the chain has. */
export const WebhookMessage = z
  .object({
    messageId: z.string(),
    kind: z.enum(['added', 'removed', 'test']),
    status: MessageStatus,
    txHash: z.string().optional(),
    blockNumber: z.string().optional(),
    blockHash: z.string().optional(),
    createdAt: z.number().meta({ description: 'Unix time in milliseconds.' }),
    sequence: z.int().optional().meta({
      description:
        'Its number among the messages of the webhook, as its body has it: 1 is the first. Absent until it is sent.',
    }),
    revokedAt: z.number().optional().meta({
      description:
        'When its block was found to have left the chain, Unix milliseconds: whatever the status, it is not sent any more.',
    }),
    nextAttemptAt: z.number().optional().meta({ description: 'Unix time in milliseconds.' }),
    attempts: z.array(Attempt),
  })
  .meta({ id: 'WebhookMessage' });
/** A message to a webhook, with its attempts. */
export type WebhookMessage = z.infer<typeof WebhookMessage>;

export const ListWebhookMessages = z
  .object({ messages: z.array(WebhookMessage), nextPageToken })
  .meta({ id: 'ListWebhookMessagesResponse' });

/** The body of a message of an event type, and of one that takes such a message back. */
export const messageOf = <T extends EventType, E extends z.ZodType>(eventType: T, event: E) =>
  z.object({
    webhookId: z.string(),
    eventType: z.enum([eventType, removalOf(eventType)]),
    sequence: z.int().meta({
      description:
        'Number of the message among those of the webhook, the same at each attempt and replay. A number that does not come belongs to a message that is still tried, or has failed, and is in the list of messages.',
    }),
    messageId: z.string().meta({ description: 'The same at each attempt and replay. Begins with test_ for a test.' }),
    event,
  });
