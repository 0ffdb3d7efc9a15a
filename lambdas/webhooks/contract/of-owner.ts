import * as z from 'zod';
import { READ_UNITS } from '../../core/contract/read-units';
import { WebhookId } from '../../core/contract/schemas/webhook-id';

export const ofOwner = { access: 'key', tag: 'Webhooks', readUnits: READ_UNITS.page, query: z.object({}) } as const;
export const byId = { params: z.object({ id: WebhookId }) };
