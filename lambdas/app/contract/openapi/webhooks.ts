import type * as z from 'zod';
import { webhookKinds } from '../../../webhooks/contract/kinds';
import { OPERATION_COMPLETED } from '../../../webhooks/contract/schemas/event-types';
import { OperationWebhookMessage } from '../operation-message';
import { reference } from './schemas';

interface Sent {
  readonly operationId: string;
  readonly summary: string;
  readonly message: z.ZodType;
}
const sent: readonly (Sent & { readonly eventType: string })[] = [
  ...webhookKinds,
  {
    eventType: OPERATION_COMPLETED,
    operationId: 'sendOperationCompletedWebhook',
    summary: 'An operation has ended',
    message: OperationWebhookMessage,
  },
];

/** Operations that receivers implement. */
export const webhookOperations = Object.fromEntries(
  sent.map(({ eventType, ...one }) => [eventType, { post: operation(one) }]),
);

function operation({ operationId, summary, message }: Sent) {
  return {
    operationId,
    summary,
    tags: ['Webhooks'],
    // Receivers authenticate us by signatures, not by a key.
    security: [],
    parameters: [
      header(
        'x-signature',
        'Base64-encoded HMAC-SHA256 of the body, keyed with the bytes of the webhook’s own secret or, if it has none, of the owner’s secret.',
        'K1DVEnNPGq7Nn5cMdC0bq3l8yI0h5mbkz0pPuTzOQ4M=',
        true,
      ),
      header(
        'x-signature-previous',
        'The same with the previous secret, for 24 hours after a rotation.',
        'n8a5Yj0m3S1rjF6oB0S3g8cA0m7aN5Qy3bq3l8yI0h4=',
      ),
      header('webhook-id', 'The messageId (Standard Webhooks).', 'msg_0000000123_00004_5f0c3a2b1d4e6f70', true),
      header('webhook-timestamp', 'Time of the attempt, Unix seconds (Standard Webhooks).', '1763856000', true),
      header(
        'webhook-signature',
        'One or more space-separated signatures (Standard Webhooks).',
        'v1,K1DVEnNPGq7Nn5cMdC0bq3l8yI0h5mbkz0pPuTzOQ4M=',
        true,
      ),
    ],
    requestBody: { required: true, content: { 'application/json': { schema: reference(message) } } },
    responses: { 200: { description: 'Any 2xx within ten seconds counts as delivered.' } },
  };
}

function header(name: string, description: string, example: string, required = false) {
  return { name, in: 'header', required, description, example, schema: { type: 'string' } };
}
