import * as z from 'zod';
import { text } from '../../../../core/contract/schemas/fields';
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

/** Nodes or subnets that narrow what a webhook of validators is told of. */
const MAX_NARROWING = 100;

/** What the key of a webhook of validators is. */
export const ValidatorKeyType = oneOf(['nodeId', 'subnetId']).meta({
  id: 'ValidatorActivityKeyType',
  description: 'What the key is: the validators of a node, or those of a subnet.',
});

/** Watches validators of a P-Chain. */
const Create = z
  .strictObject({
    ...webhookRequestFields,

    network: requestedNetwork,
    metadata: z
      .strictObject({
        keyType: ValidatorKeyType,
        keys: z
          .array(
            z.string().meta({ description: 'The id of a node, or of a subnet.', example: NodeId.meta()?.example }),
            {
              error: 'must be a list',
            },
          )
          .length(1, 'must be exactly one id')
          .meta({ description: 'The id of the node, or of the subnet.' }),
        subEvents: z
          .strictObject(
            { validatorActivitySubEvents: subEvents(ValidatorSubEvent) },
            objectError('must have validatorActivitySubEvents'),
          )
          .meta({ id: 'ValidatorActivitySubEventsRequest', description: 'What it is told of.' }),
        nodeIds: z
          .array(NodeId)
          .min(1, 'must name at least one node')
          .max(MAX_NARROWING, `must be at most ${MAX_NARROWING} nodes`)
          .optional()
          .meta({ description: 'Only validators of these nodes.' }),
        subnetIds: z
          .array(SubnetId)
          .min(1, 'must name at least one subnet')
          .max(MAX_NARROWING, `must be at most ${MAX_NARROWING} subnets`)
          .optional()
          .meta({ description: 'Only validators of these subnets.' }),
        l1ValidatorFeeBalanceThreshold: threshold.optional().meta({
          description:
            'Needed for l1_validator_balance_threshold, which is sent when a balance falls below this: nAVAX, as decimal text.',
          example: '1000000000',
        }),
        eventSignatures,
      })
      .refine(
        ({ subEvents: { validatorActivitySubEvents: asked }, l1ValidatorFeeBalanceThreshold: given }) =>
          given !== undefined || !asked.includes('l1_validator_balance_threshold'),
        {
          path: ['l1ValidatorFeeBalanceThreshold'],
          error: 'is needed for the sub-event l1_validator_balance_threshold',
        },
      )
      .meta({ id: 'ValidatorActivityMetadataRequest', description: 'What is watched.' }),
    eventType: defineEventType(VALIDATOR_ACTIVITY),
  })
  .meta({ id: 'ValidatorActivityRequest', description: 'Watches the validators of a node, or of a subnet.' });

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
          .array(text('An id.', 'NodeID-111111111111111111116DBWJs'))
          .meta({ description: 'The id of the node, or of the subnet.' }),
        subEvents: z
          .object({
            validatorActivitySubEvents: z.array(ValidatorSubEvent).meta({ description: 'What it is told of.' }),
          })
          .meta({ id: 'ValidatorActivitySubEvents', description: 'What it is told of.' }),
        nodeIds: z.array(nodeId).optional().meta({ description: 'Where given, only validators of these nodes.' }),
        subnetIds: z.array(subnetId).optional().meta({ description: 'Where given, only validators of these subnets.' }),
        l1ValidatorFeeBalanceThreshold: smallestUnit(
          'l1_validator_balance_threshold is sent when a balance falls below this.',
        ).optional(),
      })
      .meta({ id: 'ValidatorActivityMetadata', description: 'What is watched.' }),
  })
  .meta({ id: 'ValidatorActivityResponse', description: 'A webhook that watches the validators of a node or subnet.' });

/** What happens to validators of a node or of a subnet, on a P-Chain. */
export const validatorActivity = {
  eventType: VALIDATOR_ACTIVITY,
  request: Create,
  webhook: View,
  message: ValidatorActivityMessage,
  operationId: 'sendValidatorActivityWebhook',
  summary: 'Something happened to a watched validator',
} as const satisfies WebhookKindContract;
