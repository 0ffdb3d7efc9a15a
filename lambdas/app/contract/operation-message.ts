import * as z from 'zod';
import { Operation } from '../../exports/contract/schemas';
import { OPERATION_COMPLETED } from '../../webhooks/contract/schemas/event-types';
import { messageFields } from '../../webhooks/contract/schemas/webhook-messages';

/** Has no download URL: `getOperation` makes a fresh one. */
export const OperationWebhookMessage = z
  .object({
    ...messageFields,
    eventType: z.literal(OPERATION_COMPLETED).meta({ description: 'An operation has ended, with any status.' }),
    event: Operation,
  })
  .meta({ id: 'OperationCompletedWebhook', description: 'An operation has ended. An extension of this service.' });
