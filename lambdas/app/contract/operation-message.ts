import * as z from 'zod';
import { OPERATION_COMPLETED } from '../../contract/schemas/event-types';
import { Operation } from '../../contract/schemas/operations';
import { messageFields } from '../../contract/schemas/webhook-messages';

/** The body of the message that tells a webhook how an operation ended: without a URL of its file, which is asked for. */
export const OperationWebhookMessage = z
  .object({
    ...messageFields,
    eventType: z.literal(OPERATION_COMPLETED).meta({ description: 'An operation has ended, however it did.' }),
    event: Operation,
  })
  .meta({ id: 'OperationCompletedWebhook', description: 'An operation has ended. An extension of this service.' });
