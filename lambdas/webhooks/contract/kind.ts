import type * as z from 'zod';

export interface WebhookKindContract {
  readonly eventType: string;
  readonly request: z.ZodObject;
  readonly webhook: z.ZodObject;
  readonly message: z.ZodObject;
  readonly operationId: string;
  readonly summary: string;
}
