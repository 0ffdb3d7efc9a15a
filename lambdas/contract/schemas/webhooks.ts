import * as z from 'zod';
import { ActivityFilters, FiltersRequest } from './activity-filters';
import { ADDRESS_ACTIVITY, EVENT_TYPES, UNAVAILABLE_EVENT_TYPES } from './event-types';
import { address, chainId, hash, integer, milliseconds, text, url } from './fields';
import { Address, ChainId, nextPageToken } from './params';
import { HeadersRequest } from './webhook-headers';
import { MessageStatus } from './webhook-messages';

/** Further addresses are added by further requests, up to the plan's limit. */
const MAX_ADDRESSES_PER_REQUEST = 1_000;
/** First topics that a webhook's transactions may be filtered by. */
const MAX_SIGNATURES = 100;

const HOOK = 'https://example.com/hooks/chain';
const ID = '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10';
/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** Where a webhook is sent to. What it resolves to is checked each time that it is sent. */
const WebhookUrl = z
  .string()
  .max(2_048, 'must be at most 2,048 characters')
  .refine((text) => URL.canParse(text), 'must be a URL')
  .meta({
    format: 'uri',
    description: 'Where messages are sent. It must be https, and lead to a public address.',
    example: HOOK,
  });
const Name = z
  .string()
  .max(256, 'must be at most 256 characters')
  .meta({ description: 'A name of your own for it.', example: 'treasury' });
const Description = z
  .string()
  .max(1_024, 'must be at most 1,024 characters')
  .meta({ description: 'A description of your own.', example: 'Deposits to the treasury.' });

const AddressList = z
  .array(Address)
  .min(1, 'must name at least one address')
  .max(
    MAX_ADDRESSES_PER_REQUEST,
    `must be at most ${MAX_ADDRESSES_PER_REQUEST} addresses; add more in further requests`,
  )
  .superRefine((addresses, context) => {
    const twice = addresses.find((address, i) => addresses.indexOf(address) !== i);
    if (twice) context.addIssue({ code: 'custom', message: `${twice} is listed twice` });
  })
  .meta({ description: 'Addresses, each once.', uniqueItems: true });
const Signatures = z
  .array(
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, 'must be the first topic of an event: 0x and 64 hexadecimal digits')
      .transform((text) => text.toLowerCase())
      .meta({ description: 'The first topic of an event.', example: TRANSFER_TOPIC }),
  )
  .max(MAX_SIGNATURES, `must be at most ${MAX_SIGNATURES} topics`)
  .meta({ description: 'First topics of events. Where given, only transactions with a log of one of them match.' });

const settings = {
  includeInternalTxs: z.boolean().optional().meta({
    description:
      'Tell internal transactions, and match addresses that only they name. The message waits for them, at most a minute.',
  }),
  includeLogs: z.boolean().optional().meta({ description: 'Tell the logs of the transaction.' }),
  confirmations: z.int().min(0).max(1_000).optional().meta({
    description:
      'Blocks that must stand on the transaction’s before it is told. 0, the default: at once, with a message that takes it back should the block be left. An extension of this service.',
    example: 12,
  }),
  removals: z.boolean().optional().meta({
    description:
      'false: no message takes an earlier one back when its block leaves the chain; `revokedAt` in the list of messages shows it all the same. true is the default. The event type of such a message is `address_activity_removed`: a client library that knows the event types of other services alone accepts its signature and refuses its type. A change holds for blocks that are matched after it. An extension of this service.',
  }),
};

const EventType = z.literal(ADDRESS_ACTIVITY).meta({ description: 'What the webhook is told of.' });

/** Watches addresses of an EVM chain. */
const CreateAddressActivity = z
  .strictObject({
    eventType: EventType,
    url: WebhookUrl,
    chainId: ChainId,
    name: Name.optional(),
    description: Description.optional(),
    metadata: z
      .strictObject({ addresses: AddressList, eventSignatures: Signatures.optional() })
      .meta({ id: 'AddressActivityMetadataRequest', description: 'What is watched.' }),
    filters: FiltersRequest.optional(),
    headers: HeadersRequest.optional(),
    ...settings,
  })
  .meta({ id: 'EVMAddressActivityRequest', description: 'Watches addresses of an EVM chain.' });

/** Event types of the contract that this version does not offer are refused with a message of their own. */
const refusedEventType = ({ code, input }: { code?: string; input?: unknown }): string => {
  if (code === 'invalid_type') return 'must be a JSON object';
  const { eventType } = input as { eventType?: unknown };
  return UNAVAILABLE_EVENT_TYPES.some((one) => one === eventType)
    ? `${eventType} is not available on this deployment`
    : `must be ${EVENT_TYPES.join(' or ')}`;
};
/** What may be asked for when a webhook is made: a variant for each event type. */
export const CreateWebhookRequest = z
  .discriminatedUnion('eventType', [CreateAddressActivity], { error: refusedEventType })
  .meta({ id: 'CreateWebhookRequest', description: 'A webhook to be made: eventType tells of which kind.' });
/** What may be asked for when a webhook is made. */
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

/** Active ones are sent to. */
export const WebhookStatus = z
  .enum(['active', 'inactive'], { error: 'must be active or inactive' })
  .meta({ id: 'WebhookStatusType', description: 'Only active webhooks are sent messages.' });

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
    ...settings,
  })
  .meta({ id: 'UpdateWebhookRequest', description: 'What is to change of a webhook. What is not named stays.' });
/** What may be changed of a webhook. */
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;
/** Addresses to add or to take away. */
export const AddressesChange = z
  .strictObject({ addresses: AddressList })
  .meta({ id: 'AddressesChangeRequest', description: 'Addresses to watch, or to watch no more.' });

/** The id of a webhook. Anything else that could be one is not found. */
export const WebhookId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be the id of a webhook')
  .meta({ description: 'The id of a webhook.', example: ID });

const HealthState = z.enum(['healthy', 'slow', 'failing', 'dead']);
/** How a receiver is doing. */
export type HealthState = z.infer<typeof HealthState>;

/** How a webhook's receiver has been doing. */
const WebhookHealth = z
  .object({
    state: HealthState.meta({
      description:
        'slow: its answers take more than a second on average. failing: the last attempt failed, and one message at a time is sent. dead: five attempts failed in a row; one message a minute is tried, and the others wait.',
    }),
    failuresInARow: integer('How many attempts failed since the last success.', 0),
    lastSuccessAt: milliseconds('When a message was last delivered.').optional(),
    nextTryAt: milliseconds('A dead receiver is not tried before, unless a replay is asked for.').optional(),
    latencyMs: integer('Moving average of the time that its answers took, in milliseconds.', 84).optional(),
    lastFailedAt: milliseconds(
      'When a message last failed for good, after its last attempt or because the webhook is off: `status=failed` lists such messages.',
    ).optional(),
  })
  .meta({
    id: 'WebhookHealth',
    description:
      'How the receiver has been doing, in answers that get or list webhooks. Absent while nothing was sent and nothing failed. An extension of this service.',
  });
/** How a webhook's receiver has been doing. */
export type WebhookHealth = z.infer<typeof WebhookHealth>;

/** A webhook as answers show it. */
export const Webhook = z
  .object({
    id: text('Its id.', ID),
    url: url('Where messages are sent.', HOOK),
    chainId,
    status: WebhookStatus,
    disabledReason: text(
      'Why the service itself turned it off. It counts towards the plan until it is turned off by its owner, or until it is deleted, 90 days later. An extension of this service.',
      'no message was accepted for 5 days',
    ).optional(),
    disabledAt: milliseconds('When the service turned it off. An extension of this service.').optional(),
    health: WebhookHealth.optional(),
    createdAt: milliseconds('When it was created.'),
    name: text('A name of the owner’s own; may be empty.', 'treasury'),
    description: text('A description of the owner’s own; may be empty.', 'Deposits to the treasury.'),
    eventType: EventType,
    metadata: z
      .object({
        addresses: z
          .array(address('A watched address.'))
          .meta({ description: 'The watched addresses, in the order of their digits.' }),
        eventSignatures: z
          .array(hash('The first topic of an event.'))
          .optional()
          .meta({ description: 'Where given, only transactions with a log of one of them match.' }),
      })
      .meta({ id: 'AddressActivityMetadata', description: 'What is watched.' }),
    includeInternalTxs: z.boolean().optional().meta({ description: 'Whether internal transactions are told.' }),
    includeLogs: z.boolean().optional().meta({ description: 'Whether logs are told.' }),
    filters: ActivityFilters.optional(),
    confirmations: integer(
      'Blocks that must stand on the transaction’s before it is told. An extension of this service.',
      12,
    ).optional(),
    removals: z.boolean().optional().meta({
      description: 'Whether a message tells when a block leaves the chain. An extension of this service.',
    }),
    headerNames: z.array(text('A name.', 'authorization')).optional().meta({
      description:
        'Names of the headers that its deliveries have besides the service’s own, in lower case and in their order. No answer has their values. An extension of this service.',
    }),
  })
  .meta({ id: 'EVMAddressActivityResponse', description: 'A webhook that watches addresses of an EVM chain.' });
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

const time = (description: string) =>
  z
    .int()
    .min(0)
    .max(9_999_999_999)
    .optional()
    .meta({ description: `${description} Unix time in seconds.`, example: 1_763_856_000 });
const block = (description: string) => z.int().min(0).max(9_999_999_999).optional().meta({ description, example: 339 });
/** Which messages are sent again: those of these blocks, or made in this time; both ends included. */
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
  .meta({ id: 'ReplayMessagesRequest', description: 'Which messages are sent again; both ends are included.' });
export const ReplayAccepted = z
  .object({
    remaining: integer('How many messages the owner could have sent again today (UTC) before this request.', 1_000),
  })
  .meta({ id: 'ReplayMessagesResponse', description: 'A replay that was accepted.' });
