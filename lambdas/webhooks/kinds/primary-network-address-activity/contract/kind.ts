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

/** Keys that one request may name; the plan may allow fewer. */
const MAX_KEYS = 1_000;

const ThresholdFilter = z
  .strictObject({
    balanceType: ThresholdBalance,
    balanceThreshold: threshold.meta({
      description: 'The message is sent when the balance falls below this: nAVAX, as decimal text.',
      example: '1000000000',
    }),
  })
  .meta({ id: 'PrimaryNetworkBalanceThresholdFilterRequest', description: 'When balance_threshold is sent.' });

/** Watches addresses of a P-Chain. Its blocks are final: none is confirmed or removed. */
const Create = z
  .strictObject({
    ...webhookRequestFields,

    network: requestedNetwork,
    chainId: PrimaryChainId,
    metadata: z
      .strictObject({
        keyType: z.literal('addresses', { error: 'must be addresses' }).meta({ description: 'What the keys are.' }),
        keys: z
          .array(
            z
              .string()
              .regex(P_CHAIN_ADDRESS.form, `must be ${P_CHAIN_ADDRESS.what}`)
              .meta({ description: 'An address.', example: 'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg' }),
            { error: 'must be a list of addresses' },
          )
          .min(1, 'must name at least one address')
          .max(MAX_KEYS, `must be at most ${MAX_KEYS} addresses`)
          .meta({ description: 'The addresses, in bech32, with or without P-.' }),
        subEvents: z
          .strictObject(
            { addressActivitySubEvents: subEvents(AddressSubEvent) },
            objectError('must have addressActivitySubEvents'),
          )
          .meta({ id: 'PrimaryNetworkAddressActivitySubEventsRequest', description: 'What it is told of.' }),
        balanceThresholdFilter: ThresholdFilter.optional().meta({ description: 'Needed for balance_threshold.' }),
        eventSignatures,
      })
      .refine(
        ({ subEvents: { addressActivitySubEvents: asked }, balanceThresholdFilter: given }) =>
          given !== undefined || !asked.includes('balance_threshold'),
        { path: ['balanceThresholdFilter'], error: 'is needed for the sub-event balance_threshold' },
      )
      .meta({ id: 'PrimaryNetworkAddressActivityMetadataRequest', description: 'What is watched.' }),
    eventType: defineEventType(PRIMARY_NETWORK_ADDRESS_ACTIVITY),
  })
  .meta({ id: 'PrimaryNetworkAddressActivityRequest', description: 'Watches addresses of a P-chain.' });

const View = z
  .object({
    ...finalWebhookFields,
    chainId: pChainId,
    eventType: defineEventType(PRIMARY_NETWORK_ADDRESS_ACTIVITY),

    network: shownNetwork,
    metadata: z
      .object({
        keyType: z.literal('addresses').meta({ description: 'What the keys are.' }),
        keys: addresses('The addresses, in the order of their bytes.'),
        subEvents: z
          .object({
            addressActivitySubEvents: z.array(AddressSubEvent).meta({ description: 'What it is told of.' }),
          })
          .meta({ id: 'PrimaryNetworkAddressActivitySubEvents', description: 'What it is told of.' }),
        balanceThresholdFilter: z
          .object({
            balanceType: ThresholdBalance,
            balanceThreshold: smallestUnit('The message is sent when the balance falls below this.'),
          })
          .optional()
          .meta({ id: 'PrimaryNetworkBalanceThresholdFilter', description: 'When balance_threshold is sent.' }),
      })
      .meta({ id: 'PrimaryNetworkAddressActivityMetadata', description: 'What is watched.' }),
  })
  .meta({ id: 'PrimaryNetworkAddressActivityResponse', description: 'A webhook that watches addresses of a P-chain.' });

/** Transactions that change what watched addresses of a P-Chain own. */
export const primaryNetworkAddressActivity = {
  eventType: PRIMARY_NETWORK_ADDRESS_ACTIVITY,
  request: Create,
  webhook: View,
  message: PrimaryNetworkAddressActivityMessage,
  operationId: 'sendPrimaryNetworkAddressActivityWebhook',
  summary: 'What a watched address of a P-chain owns has changed',
} as const satisfies WebhookKindContract;
