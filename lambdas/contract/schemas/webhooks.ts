import * as z from 'zod';
import { ActivityFilters } from './activity-filters';
import {
  ADDRESS_ACTIVITY,
  type EventType,
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  TELEPORTER_MESSAGE,
  VALIDATOR_ACTIVITY,
} from './event-types';
import { address, chainId, hash, integer, milliseconds, text, url } from './fields';
import { nextPageToken } from './params';
import { primaryNetworkAddressActivity, validatorActivity } from './primary-network/webhooks';
import { TeleporterEventName } from './teleporter';

/** An example of where a webhook is sent to. */
export const HOOK = 'https://example.com/hooks/chain';
const ID = '019a8b5e-3f0c-7cc2-9d6e-5a1a4e3b2c10';
/** The event type of a webhook. */
export const eventTypeOf = <T extends EventType>(type: T) =>
  z.literal(type).meta({ description: 'The event type that the webhook delivers.' });

/** Active ones are sent to. */
export const WebhookStatus = z
  .enum(['active', 'inactive'], { error: 'must be active or inactive' })
  .meta({ id: 'WebhookStatusType', description: 'Only active webhooks are sent messages.' });

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

/** What answers show of a webhook of any event type. */
const fields = {
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
  confirmations: integer(
    'Blocks that must stand on the transaction’s before it is sent. An extension of this service.',
    12,
  ).optional(),
  removals: z.boolean().optional().meta({
    description: 'Whether a removal is sent when a block leaves the chain. An extension of this service.',
  }),
  headerNames: z.array(text('A name.', 'authorization')).optional().meta({
    description:
      'Names of the headers that its deliveries have besides the service’s own, in lower case and in their order. No answer has their values. An extension of this service.',
  }),
};
const AddressActivityWebhook = z
  .object({
    ...fields,
    eventType: eventTypeOf(ADDRESS_ACTIVITY),
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
    includeInternalTxs: z.boolean().optional().meta({ description: 'Whether internal transactions are included.' }),
    includeLogs: z.boolean().optional().meta({ description: 'Whether logs are included.' }),
    filters: ActivityFilters.optional(),
  })
  .meta({ id: 'EVMAddressActivityResponse', description: 'A webhook that watches addresses of an EVM chain.' });

const blockchains = (which: string) =>
  z
    .array(text('A blockchain id (cb58).', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'))
    .optional()
    .meta({ description: `Where given, only messages ${which} these.` });
const TeleporterMessageWebhook = z
  .object({
    ...fields,
    eventType: eventTypeOf(TELEPORTER_MESSAGE),
    metadata: z
      .object({
        addresses: z
          .array(address('A watched address.'))
          .optional()
          .meta({ description: 'Where given, only messages from or to these. In the order of their digits.' }),
        events: z.array(TeleporterEventName).optional().meta({ description: 'Where given, only these events.' }),
        sourceBlockchainIds: blockchains('from'),
        destinationBlockchainIds: blockchains('to'),
      })
      .meta({ id: 'TeleporterMessageMetadata', description: 'What is watched.' }),
  })
  .meta({
    id: 'TeleporterMessageResponse',
    description: 'A webhook that watches messages between chains. An extension of this service.',
  });

/** What the webhooks of a P-chain share, whose blocks are final. */
const { confirmations: _confirmations, removals: _removals, ...finalFields } = fields;
const pChainId = z.literal('p-chain').meta({ description: 'The chain.' });
const PrimaryNetworkAddressActivityWebhook = z
  .object({
    ...finalFields,
    ...{ chainId: pChainId, eventType: eventTypeOf(PRIMARY_NETWORK_ADDRESS_ACTIVITY) },
    ...primaryNetworkAddressActivity,
  })
  .meta({ id: 'PrimaryNetworkAddressActivityResponse', description: 'A webhook that watches addresses of a P-chain.' });
const ValidatorActivityWebhook = z
  .object({
    ...finalFields,
    ...{ chainId: pChainId, eventType: eventTypeOf(VALIDATOR_ACTIVITY) },
    ...validatorActivity,
  })
  .meta({ id: 'ValidatorActivityResponse', description: 'A webhook that watches the validators of a node or subnet.' });

/** A webhook as answers show it. */
export const Webhook = z
  .discriminatedUnion('eventType', [
    AddressActivityWebhook,
    TeleporterMessageWebhook,
    PrimaryNetworkAddressActivityWebhook,
    ValidatorActivityWebhook,
  ])
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
