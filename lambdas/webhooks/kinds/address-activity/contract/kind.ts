import * as z from 'zod';
import { address, hash } from '../../../../core/contract/schemas/fields';
import type { WebhookKindContract } from '../../../contract/kind';
import { ActivityFilters, FiltersRequest } from '../../../contract/schemas/activity-filters';
import { defineEventType, webhookFields } from '../../../contract/schemas/webhook-fields';
import { AddressList, reorgableRequestFields, webhookSettings } from '../../../contract/schemas/webhook-request-fields';
import { ADDRESS_ACTIVITY, AddressActivityMessage } from './message';

const MAX_SIGNATURES = 100;

/** keccak256 of Transfer(address,address,uint256). */
const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const Signatures = z
  .array(
    z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, 'must be an event signature hash (topic0): 0x and 64 hexadecimal digits')
      .transform((text) => text.toLowerCase())
      .meta({ description: 'Event signature hash (topic0).', example: TRANSFER_TOPIC }),
  )
  .max(MAX_SIGNATURES, `must have at most ${MAX_SIGNATURES} topics`)
  .meta({
    description: 'Event signature hashes (topic0). If given, only transactions with a log of one of them match.',
  });

const CreateAddressActivity = z
  .strictObject({
    ...reorgableRequestFields,
    eventType: defineEventType(ADDRESS_ACTIVITY),
    metadata: z
      .strictObject({ addresses: AddressList, eventSignatures: Signatures.optional() })
      .meta({ id: 'AddressActivityMetadataRequest', description: 'Scope of the webhook.' }),
    filters: FiltersRequest.optional(),
    includeInternalTxs: webhookSettings.includeInternalTxs,
    includeLogs: webhookSettings.includeLogs,
  })
  .meta({ id: 'EVMAddressActivityRequest', description: 'Watches addresses of an EVM chain.' });

const AddressActivityWebhook = z
  .object({
    ...webhookFields,
    eventType: defineEventType(ADDRESS_ACTIVITY),
    metadata: z
      .object({
        addresses: z
          .array(address('A watched address.'))
          .meta({ description: 'The watched addresses, in ascending order.' }),
        eventSignatures: z
          .array(hash('Event signature hash (topic0).'))
          .optional()
          .meta({ description: 'If given, only transactions with a log of one of these match.' }),
      })
      .meta({ id: 'AddressActivityMetadata', description: 'Scope of the webhook.' }),
    includeInternalTxs: z.boolean().optional().meta({ description: 'Whether internal transactions are included.' }),
    includeLogs: z.boolean().optional().meta({ description: 'Whether logs are included.' }),
    filters: ActivityFilters.optional(),
  })
  .meta({ id: 'EVMAddressActivityResponse', description: 'A webhook that watches addresses of an EVM chain.' });

export const addressActivity = {
  eventType: ADDRESS_ACTIVITY,
  request: CreateAddressActivity,
  webhook: AddressActivityWebhook,
  message: AddressActivityMessage,
  operationId: 'sendAddressActivityWebhook',
  summary: 'Activity of a watched address, or the removal of it after a reorg',
} as const satisfies WebhookKindContract;
