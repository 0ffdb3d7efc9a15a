import * as z from 'zod';
import { EVENT_TYPES, toSchemas } from '../kinds';
import { FiltersRequest } from './activity-filters';
import { WebhookStatus } from './webhook-fields';
import { HeadersRequest } from './webhook-headers';
import { MessageStatus } from './webhook-messages';
import { AddressList, Description, Name, webhookSettings } from './webhook-request-fields';
import { WebhookUrl } from './webhook-url';

/** The request that creates a webhook: a variant for each event type. */
export const CreateWebhookRequest = z
  .discriminatedUnion('eventType', toSchemas('request'), {
    error: ({ code }: { readonly code?: string }) =>
      code === 'invalid_type' ? 'must be a JSON object' : `must be one of ${EVENT_TYPES.join(', ')}`,
  })
  .meta({ id: 'CreateWebhookRequest', description: 'A webhook to be made: eventType says of which kind.' });
/** The request that creates a webhook. */
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

/** What may be changed of a webhook. Addresses have endpoints of their own; chain and event type stay. */
export const UpdateWebhook = z
  .strictObject({
    name: Name.optional(),
    description: Description.optional(),
    url: WebhookUrl.optional(),
    status: WebhookStatus.optional(),
    filters: FiltersRequest.nullable().optional().meta({
      description: 'Replaces all filters that the webhook has; null removes them.',
    }),
    headers: HeadersRequest.nullable().optional().meta({
      description: 'Replaces all headers that the webhook has; null removes them.',
    }),
    ...webhookSettings,
  })
  .meta({ id: 'UpdateWebhookRequest', description: 'What is to change of a webhook. What is not named stays.' });
/** What may be changed of a webhook. */
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;
/** Addresses to add or to take away. */
export const AddressesChange = z
  .strictObject({ addresses: AddressList })
  .meta({ id: 'AddressesChangeRequest', description: 'Addresses to watch, or to watch no more.' });

const time = (description: string) =>
  z
    .int()
    .min(0)
    .max(9_999_999_999)
    .optional()
    .meta({ description: `${description} Unix time in seconds.`, example: 1_763_856_000 });
const block = (description: string) => z.int().min(0).max(9_999_999_999).optional().meta({ description, example: 339 });
/** Which messages to replay: those of these blocks, or made in this time; both ends included. */
export const ReplayRange = z
  .strictObject({
    fromBlock: block('The first block. Either this or startTimestamp is needed.'),
    toBlock: block('The last block.'),
    startTimestamp: time('The earliest creation of a message. Either this or fromBlock is needed.'),
    endTimestamp: time('The latest creation of a message.'),
    status: MessageStatus.optional(),
  })
  .refine((range) => range.fromBlock !== undefined || range.startTimestamp !== undefined, {
    path: ['fromBlock'],
    error: 'must be given, or startTimestamp: where to begin',
  })
  .refine(({ fromBlock = 0, toBlock = fromBlock }) => fromBlock <= toBlock, {
    path: ['toBlock'],
    error: 'must not be below fromBlock',
  })
  .refine(({ startTimestamp = 0, endTimestamp = startTimestamp }) => startTimestamp <= endTimestamp, {
    path: ['endTimestamp'],
    error: 'must not be before startTimestamp',
  })
  .meta({ id: 'ReplayMessagesRequest', description: 'Which messages to replay; both ends are included.' });
