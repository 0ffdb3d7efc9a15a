import * as z from 'zod';
import { EVENT_TYPES, toSchemas } from '../kinds';
import { FiltersRequest } from './activity-filters';
import { DeliveryMode, WebhookStatus } from './webhook-fields';
import { HeadersRequest } from './webhook-headers';
import { MessageStatus } from './webhook-messages';
import { AddressList, Description, Name, webhookSettings } from './webhook-request-fields';
import { WebhookUrl } from './webhook-url';

export const CreateWebhookRequest = z
  .discriminatedUnion('eventType', toSchemas('request'), {
    error: ({ code }: { readonly code?: string }) =>
      code === 'invalid_type' ? 'must be a JSON object' : `must be one of ${EVENT_TYPES.join(', ')}`,
  })
  .meta({ id: 'CreateWebhookRequest', description: 'A webhook to create; eventType selects the variant.' });
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

/** Addresses have endpoints of their own; chain and event type cannot be changed. */
export const UpdateWebhook = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    url: WebhookUrl.optional(),
    delivery: DeliveryMode.optional(),
    status: WebhookStatus.optional(),
    filters: FiltersRequest.nullable().optional().meta({
      description: 'Replaces all filters; null removes them.',
    }),
    headers: HeadersRequest.nullable().optional().meta({
      description: 'Replaces all custom headers; null removes them.',
    }),
    ...webhookSettings,
  })
  .meta({ id: 'UpdateWebhookRequest', description: 'Changes to a webhook. Omitted fields keep their values.' });
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;
export const AddressesChange = z
  .strictObject({ addresses: AddressList })
  .meta({ id: 'AddressesChangeRequest', description: 'Addresses to add or remove.' });

const time = (description: string) =>
  z
    .int()
    .min(0)
    .max(9_999_999_999)
    .optional()
    .meta({ description: `${description} Unix time in seconds.`, example: 1_763_856_000 });
const block = (description: string) => z.int().min(0).max(9_999_999_999).optional().meta({ description, example: 339 });
export const ReplayRange = z
  .strictObject({
    fromBlock: block('First block. Either this or startTimestamp is required.'),
    toBlock: block('Last block.'),
    startTimestamp: time('Earliest creation time of a message. Either this or fromBlock is required.'),
    endTimestamp: time('Latest creation time of a message.'),
    status: MessageStatus.optional(),
  })
  .refine((range) => range.fromBlock !== undefined || range.startTimestamp !== undefined, {
    path: ['fromBlock'],
    error: 'is required unless startTimestamp is given',
  })
  .refine(({ fromBlock = 0, toBlock = fromBlock }) => fromBlock <= toBlock, {
    path: ['toBlock'],
    error: 'must not be below fromBlock',
  })
  .refine(({ startTimestamp = 0, endTimestamp = startTimestamp }) => startTimestamp <= endTimestamp, {
    path: ['endTimestamp'],
    error: 'must not be before startTimestamp',
  })
  .meta({ id: 'ReplayMessagesRequest', description: 'Messages to replay; both ends of a range are inclusive.' });
