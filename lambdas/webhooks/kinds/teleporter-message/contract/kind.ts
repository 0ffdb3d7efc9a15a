import * as z from 'zod';
import { address, text } from '../../../../core/contract/schemas/fields';
import { BlockchainId, TELEPORTER_EVENTS, TeleporterEventName } from '../../../../evm/teleporter/contract/schemas';
import type { WebhookKindContract } from '../../../contract/kind';
import { defineEventType, webhookFields } from '../../../contract/schemas/webhook-fields';
import { AddressList, reorgableRequestFields } from '../../../contract/schemas/webhook-request-fields';
import { TELEPORTER_MESSAGE, TeleporterWebhookMessage } from './message';

/** Blockchains that a webhook may name, of either end. */
const MAX_BLOCKCHAINS = 100;

const requestedBlockchains = (which: string) =>
  z
    .array(BlockchainId)
    .min(1, 'must name at least one blockchain')
    .max(MAX_BLOCKCHAINS, `must be at most ${MAX_BLOCKCHAINS} blockchains`)
    .optional()
    .meta({ description: `Only messages ${which} one of these blockchains. Unsaid: any.` });
/** Watches messages between chains, on one of their chains. */
const CreateTeleporterMessage = z
  .strictObject({
    ...reorgableRequestFields,
    eventType: defineEventType(TELEPORTER_MESSAGE),
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
        sourceBlockchainIds: requestedBlockchains('from'),
        destinationBlockchainIds: requestedBlockchains('to'),
      })
      .default({})
      .meta({ id: 'TeleporterMessageMetadataRequest', description: 'What is watched. Empty: every message.' }),
  })
  .meta({
    id: 'TeleporterMessageRequest',
    description:
      'Watches messages between chains by what is logged on one chain: sent and receipt where it is the source, delivered, executed and failed where it is the destination. An extension of this service.',
  });

const shownBlockchains = (which: string) =>
  z
    .array(text('A blockchain id (cb58).', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'))
    .optional()
    .meta({ description: `Where given, only messages ${which} these.` });
const TeleporterMessageWebhook = z
  .object({
    ...webhookFields,
    eventType: defineEventType(TELEPORTER_MESSAGE),
    metadata: z
      .object({
        addresses: z
          .array(address('A watched address.'))
          .optional()
          .meta({ description: 'Where given, only messages from or to these. In the order of their digits.' }),
        events: z.array(TeleporterEventName).optional().meta({ description: 'Where given, only these events.' }),
        sourceBlockchainIds: shownBlockchains('from'),
        destinationBlockchainIds: shownBlockchains('to'),
      })
      .meta({ id: 'TeleporterMessageMetadata', description: 'What is watched.' }),
  })
  .meta({
    id: 'TeleporterMessageResponse',
    description: 'A webhook that watches messages between chains. An extension of this service.',
  });

/** Messages between chains that are sent, delivered, executed or acknowledged on a chain. */
export const teleporterMessage = {
  eventType: TELEPORTER_MESSAGE,
  request: CreateTeleporterMessage,
  webhook: TeleporterMessageWebhook,
  message: TeleporterWebhookMessage,
  operationId: 'sendTeleporterMessageWebhook',
  summary: 'Something happened to a message between chains, or is found not to have happened',
} as const satisfies WebhookKindContract;
