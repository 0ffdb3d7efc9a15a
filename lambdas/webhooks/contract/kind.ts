import type * as z from 'zod';

/** What callers and receivers see of a kind of webhook. */
export interface WebhookKindContract {
  readonly eventType: string;
  /** The request that creates one. */
  readonly request: z.ZodObject;
  /** One as answers show it. */
  readonly webhook: z.ZodObject;
  /** The body of its messages. */
  readonly message: z.ZodObject;
  /** The operation and its summary among the OpenAPI document's webhooks. */
  readonly operationId: string;
  readonly summary: string;
}
