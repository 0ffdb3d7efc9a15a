import * as z from 'zod';
import { addresses, smallestUnit } from '../../../../pchain/contract/schemas/fields';
import { P_CHAIN_ADDRESS, PrimaryChainId } from '../../../../pchain/contract/schemas/params';
import type { WebhookKindContract } from '../../../contract/kind';
import { defineEventType, finalWebhookFields } from '../../../contract/schemas/webhook-fields';
import { webhookRequestFields } from '../../../contract/schemas/webhook-request-fields';
import {
  eventSignatures,
  objectError,
  pChainId,
  requestedNetwork,
  shownNetwork,
  subEvents,
  threshold,
} from '../../pchain/contract/fields';
import {
  AddressSubEvent,
  PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  PrimaryNetworkAddressActivityMessage,
  ThresholdBalance,
} from './message';

const MAX_KEYS = 1_000;

const ThresholdFilter = z
  .strictObject({
    balanceType: ThresholdBalance,
    balanceThreshold: threshold.meta({
      description: 'A message is sent when the balance falls below this amount of nAVAX (decimal text).',
      example: '1000000000',
    }),
  })
  .meta({
    id: 'PrimaryNetworkBalanceThresholdFilterRequest',
    description: 'Threshold of the balance_threshold sub-event.',
  });

/** Has neither `confirmations` nor `removals`: P-Chain blocks are final. */
const Create = z
  .strictObject({
    ...webhookRequestFields,

    network: requestedNetwork,
    chainId: PrimaryChainId,
    metadata: z
      .strictObject({
        keyType: z.literal('addresses', { error: 'must be addresses' }).meta({ description: 'Type of the keys.' }),
        keys: z
          .array(
            z
              .string()
              .regex(P_CHAIN_ADDRESS.form, `must be ${P_CHAIN_ADDRESS.what}`)
              .meta({ description: 'An address.', example: 'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg' }),
            { error: 'must be a list of addresses' },
          )
          .min(1, 'must have at least one address')
          .max(MAX_KEYS, `must have at most ${MAX_KEYS} addresses`)
          .meta({ description: 'The addresses, in bech32, with or without P-.' }),
        subEvents: z
          .strictObject(
            { addressActivitySubEvents: subEvents(AddressSubEvent) },
            objectError('must have addressActivitySubEvents'),
          )
          .meta({ id: 'PrimaryNetworkAddressActivitySubEventsRequest', description: 'Sub-events to subscribe to.' }),
        balanceThresholdFilter: ThresholdFilter.optional().meta({ description: 'Required for balance_threshold.' }),
        eventSignatures,
      })
      .refine(
        ({ subEvents: { addressActivitySubEvents: events }, balanceThresholdFilter: filter }) =>
          filter !== undefined || !events.includes('balance_threshold'),
        { path: ['balanceThresholdFilter'], error: 'is required for the sub-event balance_threshold' },
      )
      .meta({ id: 'PrimaryNetworkAddressActivityMetadataRequest', description: 'Scope of the webhook.' }),
    eventType: defineEventType(PRIMARY_NETWORK_ADDRESS_ACTIVITY),
  })
  .meta({ id: 'PrimaryNetworkAddressActivityRequest', description: 'Watches addresses of a P-Chain.' });

const View = z
  .object({
    ...finalWebhookFields,
    chainId: pChainId,
    eventType: defineEventType(PRIMARY_NETWORK_ADDRESS_ACTIVITY),

    network: shownNetwork,
    metadata: z
      .object({
        keyType: z.literal('addresses').meta({ description: 'Type of the keys.' }),
        keys: addresses('The addresses, in ascending order of their bytes.'),
        subEvents: z
          .object({
            addressActivitySubEvents: z.array(AddressSubEvent).meta({ description: 'Sub-events to subscribe to.' }),
          })
          .meta({ id: 'PrimaryNetworkAddressActivitySubEvents', description: 'Sub-events to subscribe to.' }),
        balanceThresholdFilter: z
          .object({
            balanceType: ThresholdBalance,
            balanceThreshold: smallestUnit('A message is sent when the balance falls below this amount.'),
          })
          .optional()
          .meta({
            id: 'PrimaryNetworkBalanceThresholdFilter',
            description: 'Threshold of the balance_threshold sub-event.',
          }),
      })
      .meta({ id: 'PrimaryNetworkAddressActivityMetadata', description: 'Scope of the webhook.' }),
  })
  .meta({ id: 'PrimaryNetworkAddressActivityResponse', description: 'A webhook that watches addresses of a P-Chain.' });

export const primaryNetworkAddressActivity = {
  eventType: PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  request: Create,
  webhook: View,
  message: PrimaryNetworkAddressActivityMessage,
  operationId: 'sendPrimaryNetworkAddressActivityWebhook',
  summary: 'The balance of a watched P-Chain address has changed',
} as const satisfies WebhookKindContract;
