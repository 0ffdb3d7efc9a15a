import * as z from 'zod';
import { address, text } from '../../../../core/contract/schemas/fields';
import { BlockchainId, TELEPORTER_EVENTS, TeleporterEventName } from '../../../../evm/teleporter/contract/schemas';
import type { WebhookKindContract } from '../../../contract/kind';
import { defineEventType, webhookFields } from '../../../contract/schemas/webhook-fields';
import { AddressList, reorgableRequestFields } from '../../../contract/schemas/webhook-request-fields';
import { TELEPORTER_MESSAGE, TeleporterWebhookMessage } from './message';

const MAX_BLOCKCHAINS = 100;

const requestedBlockchains = (which: string) =>
  z
    .array(BlockchainId)
    .min(1, 'must have at least one blockchain')
    .max(MAX_BLOCKCHAINS, `must have at most ${MAX_BLOCKCHAINS} blockchains`)
    .optional()
    .meta({ description: `Only messages ${which} one of these blockchains. Default: any.` });
const CreateTeleporterMessage = z
  .strictObject({
    ...reorgableRequestFields,
    eventType: defineEventType(TELEPORTER_MESSAGE),
    metadata: z
      .strictObject({
        addresses: AddressList.optional().meta({
          description: 'Only messages from or to one of these addresses. Default: any.',
        }),
        events: z
          .array(TeleporterEventName)
          .min(1, 'must have at least one event')
          .max(TELEPORTER_EVENTS.length, `must have at most ${TELEPORTER_EVENTS.length} events, without duplicates`)
          .optional()
          .meta({ description: 'Only these events. Default: all.' }),
        sourceBlockchainIds: requestedBlockchains('from'),
        destinationBlockchainIds: requestedBlockchains('to'),
      })
      .default({})
      .meta({
        id: 'TeleporterMessageMetadataRequest',
        description: 'Scope of the webhook. Omitted fields match everything.',
      }),
  })
  .meta({
    id: 'TeleporterMessageRequest',
    description:
      'Watches interchain messages in the logs of one chain: sent and receipt if it is the source, delivered, executed and failed if it is the destination. An extension of this service.',
  });

const shownBlockchains = (which: string) =>
  z
    .array(text('A blockchain id (cb58).', '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5'))
    .optional()
    .meta({ description: `If given, only messages ${which} these blockchains.` });
const TeleporterMessageWebhook = z
  .object({
    ...webhookFields,
    eventType: defineEventType(TELEPORTER_MESSAGE),
    metadata: z
      .object({
        addresses: z
          .array(address('A watched address.'))
          .optional()
          .meta({ description: 'If given, only messages from or to these addresses. In ascending order.' }),
        events: z.array(TeleporterEventName).optional().meta({ description: 'If given, only these events.' }),
        sourceBlockchainIds: shownBlockchains('from'),
        destinationBlockchainIds: shownBlockchains('to'),
      })
      .meta({ id: 'TeleporterMessageMetadata', description: 'Scope of the webhook.' }),
  })
  .meta({
    id: 'TeleporterMessageResponse',
    description: 'A webhook that watches interchain messages. An extension of this service.',
  });

export const teleporterMessage = {
  eventType: TELEPORTER_MESSAGE,
  request: CreateTeleporterMessage,
  webhook: TeleporterMessageWebhook,
  message: TeleporterWebhookMessage,
  operationId: 'sendTeleporterMessageWebhook',
  summary: 'An interchain message event, or the removal of one after a reorg',
} as const satisfies WebhookKindContract;
