import * as z from 'zod';

export const WEBHOOK_ID = '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10';
/** Loose on purpose: other ids are not found (404), not rejected. */
export const WebhookId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be a webhook ID')
  .meta({ description: 'The id of a webhook.', example: WEBHOOK_ID });
