import * as z from 'zod';
import { address, integer, text } from '../../../core/contract/schemas/fields';
import { nextPageToken } from '../../../core/contract/schemas/params';
import { toSchemas } from '../kinds';

/** A webhook as answers show it. */
export const Webhook = z
  .discriminatedUnion('eventType', toSchemas('webhook'))
  .meta({ id: 'WebhookResponse', description: 'A webhook, by its event type.' });
/** A webhook as answers show it. */
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
      .meta({ description: 'The addresses of this page, in the order of their digits.' }),
    totalAddresses: integer('How many the webhook watches in all.', 2),
    nextPageToken,
  })
  .meta({ id: 'ListWebhookAddressesResponse', description: 'A page of the addresses that a webhook watches.' });
export const SharedSecret = z
  .object({
    secret: text('64 hexadecimal digits: the 32 bytes that messages are signed with.', '5f0c3a2b1d4e6f70'.repeat(4)),
  })
  .meta({ id: 'SharedSecretsResponse', description: 'What messages are signed with.' });

export const ReplayAccepted = z
  .object({
    remaining: integer('How many messages the owner could replay today (UTC) before this request.', 1_000),
  })
  .meta({ id: 'ReplayMessagesResponse', description: 'A replay that was accepted.' });
