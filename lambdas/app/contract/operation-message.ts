import * as z from 'zod';
import { Operation } from '../../exports/contract/schemas';
import { OPERATION_COMPLETED } from '../../webhooks/contract/schemas/event-types';
import { messageFields } from '../../webhooks/contract/schemas/webhook-messages';

/** The body of the message that tells a webhook how an operation ended: without a URL of its file, which is asked for. */
export const OperationWebhookMessage = z
  .object({
    ...messageFields,
    eventType: z.literal(OPERATION_COMPLETED).meta({ description: 'An operation has ended, however it did.' }),
    event: Operation,
  })
  .meta({ id: 'OperationCompletedWebhook', description: 'An operation has ended. An extension of this service.' });
