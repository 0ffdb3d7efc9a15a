import * as z from 'zod';
import { address, integer, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { toSchemas } from '../kinds';

export const Webhook = z
  .discriminatedUnion('eventType', toSchemas('webhook'))
  .meta({ id: 'WebhookResponse', description: 'A webhook, by its event type.' });
export type Webhook = z.infer<typeof Webhook>;

export const ListWebhooks = z
  .object({
    webhooks: z.array(Webhook).meta({ description: 'The webhooks of this page, oldest first.' }),
    nextPageToken,
  })
  .meta({ id: 'ListWebhooksResponse', description: "A page of the owner's webhooks." });
export const ListWebhookAddresses = z
  .object({
    addresses: z
      .array(address('A watched address.'))
      .meta({ description: 'The addresses of this page, in ascending order.' }),
    totalAddresses: integer('Total number of addresses that the webhook watches.', 2),
    nextPageToken,
  })
  .meta({ id: 'ListWebhookAddressesResponse', description: 'A page of the addresses that a webhook watches.' });
export const SharedSecret = z
  .object({
    secret: text('The 32-byte signing key, as 64 hexadecimal digits.', '5f0c3a2b1d4e6f70'.repeat(4)),
  })
  .meta({ id: 'SharedSecretsResponse', description: 'The secret that messages are signed with.' });

export const ReplayAccepted = z
  .object({
    remaining: integer('Messages that the owner could still replay today (UTC), before this request.', 1_000),
  })
  .meta({ id: 'ReplayMessagesResponse', description: 'An accepted replay.' });
