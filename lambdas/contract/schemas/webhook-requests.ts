import * as z from 'zod';
import { FiltersRequest } from './activity-filters';
import {
  ADDRESS_ACTIVITY,
  EVENT_TYPES,
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  TELEPORTER_MESSAGE,
  VALIDATOR_ACTIVITY,
} from './event-types';
import { Address, ChainId } from './params';
import { primaryNetworkAddressActivity, validatorActivity } from './primary-network/webhook-requests';
import { BlockchainId, TELEPORTER_EVENTS, TeleporterEventName } from './teleporter';
import { HeadersRequest } from './webhook-headers';
import { MessageStatus } from './webhook-messages';
import { WebhookUrl } from './webhook-url';
import { eventTypeOf, WebhookStatus } from './webhooks';

/** Further addresses are added by further requests, up to the plan's limit. */
const MAX_ADDRESSES_PER_REQUEST = 1_000;
/** First topics that a webhook's transactions may be filtered by. */
const MAX_SIGNATURES = 100;
/** Blockchains that a webhook may name, of either end. */
const MAX_BLOCKCHAINS = 100;

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

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
      'Include internal transactions, and match addresses that only they name. The message waits for them, at most a minute.',
  }),
  includeLogs: z.boolean().optional().meta({ description: 'Include the logs of the transaction.' }),
  confirmations: z.int().min(0).max(1_000).optional().meta({
    description:
      'Blocks that must stand on the transaction’s before it is sent. 0, the default: at once, with a message that takes it back should the block be left. An extension of this service.',
    example: 12,
  }),
  removals: z.boolean().optional().meta({
    description:
      'false: no message takes an earlier one back when its block leaves the chain; `revokedAt` in the list of messages shows it all the same. true is the default. The event type of such a message is `address_activity_removed`: a client library that knows the event types of other services alone accepts its signature and refuses its type. A change holds for blocks that are matched after it. An extension of this service.',
  }),
};

/** What a webhook of any event type has. */
const everyKind = {
  url: WebhookUrl,
  name: Name.optional(),
  description: Description.optional(),
  headers: HeadersRequest.optional(),
};
/** What a webhook of a chain that may reorganise has besides. */
const shared = {
  ...everyKind,
  chainId: ChainId,
  confirmations: settings.confirmations,
  removals: settings.removals,
};

/** Watches addresses of an EVM chain. */
const CreateAddressActivity = z
  .strictObject({
    ...shared,
    eventType: eventTypeOf(ADDRESS_ACTIVITY),
    metadata: z
      .strictObject({ addresses: AddressList, eventSignatures: Signatures.optional() })
      .meta({ id: 'AddressActivityMetadataRequest', description: 'What is watched.' }),
    filters: FiltersRequest.optional(),
    includeInternalTxs: settings.includeInternalTxs,
    includeLogs: settings.includeLogs,
  })
  .meta({ id: 'EVMAddressActivityRequest', description: 'Watches addresses of an EVM chain.' });

const blockchains = (which: string) =>
  z
    .array(BlockchainId)
    .min(1, 'must name at least one blockchain')
    .max(MAX_BLOCKCHAINS, `must be at most ${MAX_BLOCKCHAINS} blockchains`)
    .optional()
    .meta({ description: `Only messages ${which} one of these blockchains. Unsaid: any.` });
/** Watches messages between chains, on one of their chains. */
const CreateTeleporterMessage = z
  .strictObject({
    ...shared,
    eventType: eventTypeOf(TELEPORTER_MESSAGE),
    metadata: z
      .strictObject({
        addresses: AddressList.optional().meta({
          description: 'Only messages from or to one of these addresses. Unsaid: of anybody.',
        }),
        events: z
          .array(TeleporterEventName)
          .min(1, 'must name at least one event')
          .max(TELEPORTER_EVENTS.length, `must be at most ${TELEPORTER_EVENTS.length} events, each once`)
          .optional()
          .meta({ description: 'Only these events. Unsaid: all of them.' }),
        sourceBlockchainIds: blockchains('from'),
        destinationBlockchainIds: blockchains('to'),
      })
      .default({})
      .meta({ id: 'TeleporterMessageMetadataRequest', description: 'What is watched. Empty: every message.' }),
  })
  .meta({
    id: 'TeleporterMessageRequest',
    description:
      'Watches messages between chains by what is logged on one chain: sent and receipt where it is the source, delivered, executed and failed where it is the destination. An extension of this service.',
  });

/** Watches addresses of a P-chain. Its blocks are final: none is confirmed or removed. */
const CreatePrimaryNetworkAddressActivity = z
  .strictObject({
    ...everyKind,
    ...primaryNetworkAddressActivity,
    eventType: eventTypeOf(PRIMARY_NETWORK_ADDRESS_ACTIVITY),
  })
  .meta({ id: 'PrimaryNetworkAddressActivityRequest', description: 'Watches addresses of a P-chain.' });

/** Watches validators of a P-chain. */
const CreateValidatorActivity = z
  .strictObject({ ...everyKind, ...validatorActivity, eventType: eventTypeOf(VALIDATOR_ACTIVITY) })
  .meta({ id: 'ValidatorActivityRequest', description: 'Watches the validators of a node, or of a subnet.' });

/** What may be asked for when a webhook is made: a variant for each event type. */
export const CreateWebhookRequest = z
  .discriminatedUnion(
    'eventType',
    [CreateAddressActivity, CreateTeleporterMessage, CreatePrimaryNetworkAddressActivity, CreateValidatorActivity],
    {
      error: ({ code }: { readonly code?: string }) =>
        code === 'invalid_type' ? 'must be a JSON object' : `must be one of ${EVENT_TYPES.join(', ')}`,
    },
  )
  .meta({ id: 'CreateWebhookRequest', description: 'A webhook to be made: eventType says of which kind.' });
/** What may be asked for when a webhook is made. */
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
    ...settings,
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
