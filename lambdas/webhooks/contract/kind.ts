import type * as z from 'zod';

/** The public contract of a kind of webhook. */
export interface WebhookKindContract {
  readonly eventType: string;
  /** Body of the request that creates one. */
  readonly request: z.ZodObject;
  /** Response schema. */
  readonly webhook: z.ZodObject;
  /** Body of its messages. */
  readonly message: z.ZodObject;
  /** The operation and its summary among the OpenAPI document's webhooks. */
  readonly operationId: string;
  readonly summary: string;
}
