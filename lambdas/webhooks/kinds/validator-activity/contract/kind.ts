import * as z from 'zod';
import { integer, text } from '../../../../core/contract/schemas/fields';
import { MAX_DAYS } from '../../../../pchain/contract/days';
import { nodeId, smallestUnit, subnetId } from '../../../../pchain/contract/schemas/fields';
import { NodeId, SubnetId } from '../../../../pchain/contract/schemas/params';
import { ValidatorSubEvent } from '../../../../pchain/contract/schemas/validator-sub-events';
import type { WebhookKindContract } from '../../../contract/kind';
import { defineEventType, finalWebhookFields } from '../../../contract/schemas/webhook-fields';
import { webhookRequestFields } from '../../../contract/schemas/webhook-request-fields';
import {
  eventSignatures,
  objectError,
  oneOf,
  pChainId,
  requestedNetwork,
  shownNetwork,
  subEvents,
  threshold,
} from '../../pchain/contract/fields';
import { VALIDATOR_ACTIVITY, ValidatorActivityMessage } from './message';

const MAX_NARROWING = 100;
const MAX_VALUES = 10;
const days = z
  .array(
    z
      .int({ error: 'must be whole days' })
      .min(1, 'must be at least 1')
      .max(MAX_DAYS, `must be at most ${MAX_DAYS}`)
      .meta({ description: 'Days.', example: 7 }),
  )
  .min(1, 'must have at least one value')
  .max(MAX_VALUES, `must have at most ${MAX_VALUES} values`);

export const ValidatorKeyType = oneOf(['nodeId', 'subnetId']).meta({
  id: 'ValidatorActivityKeyType',
  description: 'Type of the key: a node or a subnet, to watch its validators.',
});

const Create = z
  .strictObject({
    ...webhookRequestFields,

    network: requestedNetwork,
    metadata: z
      .strictObject({
        keyType: ValidatorKeyType,
        keys: z
          .array(z.string().meta({ description: 'A node id or a subnet id.', example: NodeId.meta()?.example }), {
            error: 'must be a list',
          })
          .length(1, 'must have exactly one ID')
          .meta({ description: 'The node id or subnet id.' }),
        subEvents: z
          .strictObject(
            { validatorActivitySubEvents: subEvents(ValidatorSubEvent) },
            objectError('must have validatorActivitySubEvents'),
          )
          .meta({ id: 'ValidatorActivitySubEventsRequest', description: 'Sub-events to subscribe to.' }),
        nodeIds: z
          .array(NodeId)
          .min(1, 'must have at least one node')
          .max(MAX_NARROWING, `must have at most ${MAX_NARROWING} nodes`)
          .optional()
          .meta({ description: 'Only validators of these nodes.' }),
        subnetIds: z
          .array(SubnetId)
          .min(1, 'must have at least one subnet')
          .max(MAX_NARROWING, `must have at most ${MAX_NARROWING} subnets`)
          .optional()
          .meta({ description: 'Only validators of these subnets.' }),
        l1ValidatorFeeBalanceThreshold: threshold.optional().meta({
          description:
            'Required for l1_validator_balance_threshold: a message is sent when a balance falls below this amount of nAVAX (decimal text).',
          example: '1000000000',
        }),
        runwayDays: days.optional().meta({
          description:
            'Required for l1_validator_runway: numbers of days left at which a message is sent, at the current fee. Each is sent once, and again after a top-up has lifted the validator above it.',
          example: [30, 7, 1],
        }),
        daysBefore: days.optional().meta({
          description:
            'Required for stake_ending and delegation_ending: a message is sent this many days before the end of a stake.',
          example: [14, 1],
        }),
        eventSignatures,
      })
      .refine(
        ({ subEvents: { validatorActivitySubEvents: events }, runwayDays }) =>
          runwayDays !== undefined || !events.includes('l1_validator_runway'),
        { path: ['runwayDays'], error: 'is required for the sub-event l1_validator_runway' },
      )
      .refine(
        ({ subEvents: { validatorActivitySubEvents: events }, daysBefore }) =>
          daysBefore !== undefined || !(events.includes('stake_ending') || events.includes('delegation_ending')),
        { path: ['daysBefore'], error: 'is required for the sub-events stake_ending and delegation_ending' },
      )
      .refine(
        ({ subEvents: { validatorActivitySubEvents: events }, l1ValidatorFeeBalanceThreshold: balance }) =>
          balance !== undefined || !events.includes('l1_validator_balance_threshold'),
        {
          path: ['l1ValidatorFeeBalanceThreshold'],
          error: 'is required for the sub-event l1_validator_balance_threshold',
        },
      )
      .meta({ id: 'ValidatorActivityMetadataRequest', description: 'Scope of the webhook.' }),
    eventType: defineEventType(VALIDATOR_ACTIVITY),
  })
  .meta({ id: 'ValidatorActivityRequest', description: 'Watches the validators of a node or of a subnet.' });

const View = z
  .object({
    ...finalWebhookFields,
    chainId: pChainId,
    eventType: defineEventType(VALIDATOR_ACTIVITY),

    network: shownNetwork,
    metadata: z
      .object({
        keyType: ValidatorKeyType,
        keys: z
          .array(text('A node id or a subnet id.', 'NodeID-111111111111111111116DBWJs'))
          .meta({ description: 'The node id or subnet id.' }),
        subEvents: z
          .object({
            validatorActivitySubEvents: z.array(ValidatorSubEvent).meta({ description: 'Sub-events to subscribe to.' }),
          })
          .meta({ id: 'ValidatorActivitySubEvents', description: 'Sub-events to subscribe to.' }),
        nodeIds: z.array(nodeId).optional().meta({ description: 'If given, only validators of these nodes.' }),
        subnetIds: z.array(subnetId).optional().meta({ description: 'If given, only validators of these subnets.' }),
        l1ValidatorFeeBalanceThreshold: smallestUnit(
          'l1_validator_balance_threshold is sent when a balance falls below this amount.',
        ).optional(),
        runwayDays: z
          .array(integer('Days.', 7))
          .optional()
          .meta({ description: 'Days left at which l1_validator_runway is sent.' }),
        daysBefore: z
          .array(integer('Days.', 7))
          .optional()
          .meta({ description: 'Days before the end at which stake_ending and delegation_ending are sent.' }),
      })
      .meta({ id: 'ValidatorActivityMetadata', description: 'Scope of the webhook.' }),
  })
  .meta({ id: 'ValidatorActivityResponse', description: 'A webhook that watches the validators of a node or subnet.' });

export const validatorActivity = {
  eventType: VALIDATOR_ACTIVITY,
  request: Create,
  webhook: View,
  message: ValidatorActivityMessage,
  operationId: 'sendValidatorActivityWebhook',
  summary: 'An event of a watched validator',
} as const satisfies WebhookKindContract;
