import * as z from 'zod';

/** An example of a webhook's id. */
export const WEBHOOK_ID = '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10';
/** The id of a webhook. Anything else that could be one is not found. */
export const WebhookId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be the id of a webhook')
  .meta({ description: 'The id of a webhook.', example: WEBHOOK_ID });
