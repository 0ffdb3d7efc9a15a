import * as z from 'zod';
import { ActivityFilters, FiltersRequest } from './activity-filters';
import { ADDRESS_ACTIVITY, EVENT_TYPES, UNAVAILABLE_EVENT_TYPES } from './event-types';
import { Address, ChainId, nextPageToken } from './params';
import { HeadersRequest } from './webhook-headers';
import { MessageStatus } from './webhook-messages';

/** Further addresses are added by further requests, up to the plan's limit. */
const MAX_ADDRESSES_PER_REQUEST = 1_000;
/** First topics that a webhook's transactions may be filtered by. */
const MAX_SIGNATURES = 100;

/** Where a webhook is sent to. What it resolves to is checked each time that it is sent. */
const WebhookUrl = z
  .string()
  .max(2_048, 'must be at most 2,048 characters')
  .refine((text) => URL.canParse(text), 'must be a URL')
  .meta({ format: 'uri', example: 'https://example.com/hooks/chain' });
const Name = z.string().max(256, 'must be at most 256 characters');
const Description = z.string().max(1_024, 'must be at most 1,024 characters');

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
  });
const Signatures = z
  .array(
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, 'must be the first topic of an event: 0x and 64 hexadecimal digits')
      .transform((text) => text.toLowerCase()),
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
  }),
  removals: z.boolean().optional().meta({
    description:
      'false: no message takes an earlier one back when its block leaves the chain; `revokedAt` in the list of messages shows it all the same. true is the default. The event type of such a message is `address_activity_removed`: a client library that knows the event types of other services alone accepts its signature and refuses its type. A change holds for blocks that are matched after it. An extension of this service.',
  }),
};

/** Watches addresses of an EVM chain. */
const CreateAddressActivity = z.strictObject({
  eventType: z.literal(ADDRESS_ACTIVITY),
  url: WebhookUrl,
  chainId: ChainId,
  name: Name.optional(),
  description: Description.optional(),
  metadata: z.strictObject({ addresses: AddressList, eventSignatures: Signatures.optional() }),
  filters: FiltersRequest.optional(),
  headers: HeadersRequest.optional(),
  ...settings,
});

/** Event types of the contract that this version does not offer: refused with a message of their own. */
const Unavailable = z
  .looseObject({ eventType: z.enum(UNAVAILABLE_EVENT_TYPES) })
  .transform(({ eventType }, context): never => {
    const message = `${eventType} is not available on this deployment`;
    context.addIssue({ code: 'custom', path: ['eventType'], message });
    return z.NEVER;
  });
/** What may be asked for when a webhook is made: a variant for each event type. */
export const CreateWebhookRequest = z.discriminatedUnion('eventType', [CreateAddressActivity, Unavailable], {
  error: `eventType: must be ${EVENT_TYPES.join(' or ')}`,
});
/** What may be asked for when a webhook is made. */
export type CreateWebhookRequest = z.infer<typeof CreateWebhookRequest>;

/** What may be changed of a webhook. Addresses have endpoints of their own; chain and event type stay. */
export const UpdateWebhook = z.strictObject({
  name: Name.optional(),
  description: Description.optional(),
  url: WebhookUrl.optional(),
  status: z.enum(['active', 'inactive'], { error: 'must be active or inactive' }).optional(),
  filters: FiltersRequest.nullable().optional().meta({
    description: 'Replaces all filters that the webhook has; null removes them.',
  }),
  headers: HeadersRequest.nullable().optional().meta({
    description: 'Replaces all headers that the webhook has; null removes them.',
  }),
  ...settings,
});
/** What may be changed of a webhook. */
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;
/** Addresses to add or to take away. */
export const AddressesChange = z.strictObject({ addresses: AddressList });

/** The id of a webhook. Anything else that could be one is not found. */
export const WebhookId = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'must be the id of a webhook')
  .meta({ example: '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10' });
/** Active ones are sent to. */
export const WebhookStatus = z.enum(['active', 'inactive'], { error: 'must be active or inactive' });

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
    failuresInARow: z.int(),
    lastSuccessAt: z.int().optional().meta({ description: 'Unix time in milliseconds.' }),
    nextTryAt: z.int().optional().meta({
      description: 'A dead receiver is not tried before, unless a replay is asked for. Unix time in milliseconds.',
    }),
    latencyMs: z.int().optional().meta({ description: 'Moving average of the time that its answers took.' }),
    lastFailedAt: z.int().optional().meta({
      description:
        'When a message last failed for good, after its last attempt or because the webhook is off: `status=failed` lists such messages. Unix time in milliseconds.',
    }),
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
    id: z.string(),
    url: z.string(),
    chainId: z.string(),
    status: WebhookStatus,
    disabledReason: z.string().optional().meta({
      description:
        'Why the service itself turned it off. It counts towards the plan until it is turned off by its owner, or until it is deleted, 90 days later. An extension of this service.',
    }),
    disabledAt: z.int().optional().meta({
      description: 'When the service turned it off, Unix time in milliseconds. An extension of this service.',
    }),
    health: WebhookHealth.optional(),
    createdAt: z.number().meta({ description: 'Unix time in milliseconds.' }),
    name: z.string(),
    description: z.string(),
    eventType: z.literal(ADDRESS_ACTIVITY),
    metadata: z.object({
      addresses: z.array(z.string()).meta({ description: 'Checksummed (EIP-55), in the order of their digits.' }),
      eventSignatures: z.array(z.string()).optional(),
    }),
    includeInternalTxs: z.boolean().optional(),
    includeLogs: z.boolean().optional(),
    filters: ActivityFilters.optional(),
    confirmations: z.int().optional(),
    removals: z.boolean().optional(),
    headerNames: z.array(z.string()).optional().meta({
      description:
        'Names of the headers that its deliveries have besides the service’s own, in lower case and in their order. No answer has their values. An extension of this service.',
    }),
  })
  .meta({ id: 'EVMAddressActivityResponse' });
/** A webhook as answers show it. */
export type Webhook = z.infer<typeof Webhook>;

export const ListWebhooks = z
  .object({ webhooks: z.array(Webhook), nextPageToken })
  .meta({ id: 'ListWebhooksResponse' });
export const ListWebhookAddresses = z
  .object({ addresses: z.array(z.string()), totalAddresses: z.int(), nextPageToken })
  .meta({ id: 'ListWebhookAddressesResponse' });
export const SharedSecret = z
  .object({
    secret: z.string().meta({ description: '64 hexadecimal digits: the 32 bytes that messages are signed with.' }),
  })
  .meta({ id: 'SharedSecretsResponse' });

const Time = z.int().min(0).max(9_999_999_999).optional().meta({ description: 'Unix seconds.' });
const Block = z.int().min(0).max(9_999_999_999).optional();
/** Which messages are sent again: those of these blocks, or made in this time; both ends included. */
export const ReplayRange = z
  .strictObject({
    fromBlock: Block,
    toBlock: Block,
    startTimestamp: Time,
    endTimestamp: Time,
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
  });
export const ReplayAccepted = z
  .object({
    remaining: z.int().meta({
      description: 'How many messages the owner could have sent again today (UTC) before this request.',
    }),
  })
  .meta({ id: 'ReplayMessagesResponse' });
